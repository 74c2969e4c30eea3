// The rows of PageTable: one component for all cells, where a slot made from Python is one component a cell, made anew
// at every change. Values of rows are bound as text; nothing of a page is ever part of a template.
export default {
  template: `
    <q-table ref="qRef" @request="$emit('request', $event)" @update:pagination="() => {}">
      <template v-slot:header-cell="props">
        <q-th :props="props">
          <button type="button" class="bg-transparent border-0 p-0 cursor-pointer text-inherit"
            style="font: inherit; text-align: inherit">{{ props.col.label }}</button>
        </q-th>
      </template>
      <template v-slot:body="{ row, cols }">
        <tr>
          <td v-for="col in cols" :key="col.name" :class="['text-' + col.align, col.classes]">
            <template v-if="col.name == 'title'">
              <a :href="row.href" dir="auto" class="text-primary font-medium [overflow-wrap:anywhere] line-clamp-3"
                >{{ row.title || row.url }}</a>
              <div class="text-xs opacity-70 [overflow-wrap:anywhere] line-clamp-1" dir="ltr">{{ row.url }}</div>
            </template>
            <div v-else-if="col.name == 'relevance'" class="flex items-center gap-2 flex-nowrap justify-end">
              <div class="w-12 h-2 rounded bg-gray-500/20 max-sm:hidden">
                <div class="h-2 rounded bg-primary" :style="{ width: 100 * row.relevance + '%' }"></div></div>
              <span class="tabular-nums">{{ row.relevance.toFixed(3) }}</span>
            </div>
            <div v-else-if="col.name == 'mark'" class="flex flex-nowrap justify-center">
              <button v-for="(words, way) in says" :key="way" type="button" :aria-label="words"
                :aria-pressed="row.mark == way ? 'true' : 'false'" @click="$emit('mark', row.number, way)"
                class="p-1.5 rounded-full border-0 bg-transparent cursor-pointer leading-none hover:bg-gray-500/20"
                :class="row.mark != way ? 'text-grey' : way == 'on' ? 'text-positive' : 'text-negative'"
                ><i class="material-icons text-[1.1rem]" aria-hidden="true">thumb_{{ way == 'on' ? 'up' : 'down' }}</i
              ></button>
            </div>
            <template v-else-if="typeof row[col.name] == 'boolean'">
              <i v-if="row[col.name]" class="material-icons text-positive text-xl" aria-hidden="true">check</i>
            </template>
            <span v-else dir="auto" class="[overflow-wrap:anywhere] line-clamp-3">{{ row[col.name] }}</span>
          </td>
        </tr>
      </template>
    </q-table>
  `,
  props: { says: Object },
  emits: ["request", "mark", "selection", "update:pagination", "update:fullscreen"],
};
