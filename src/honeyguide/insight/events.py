"""Events: clusters of items over text and time, found as items come (single-pass clustering: Allan et al. 1998)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from honeyguide.insight.model import DAY
from honeyguide.insight.vectors import rarity, term_weights, unit_vectors, widened

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Places = NDArray[np.int64]
Numbers = NDArray[np.float64]

JOIN = 0.3
MERGE = 0.45
REACH = 30 * DAY
UNDATED = 1.25
EARLY = 50.0
PRUNED = 0.5
LEAST_ITEMS = 3
LEAST_STORIES = 2
BLOCK = 256
FULL = 4096

_CLUSTER = np.dtype(
    [("norm", "f8"), ("start", "f8"), ("end", "f8"), ("items", "i8"), ("stories", "i8"), ("number", "i8"), ("grown", "?"), ("site", "i8"), ("sites", "?"), ("dated", "i8")]
)


class EventFinder:
    def __init__(self, join: float = 0.6, merge: float = 0.6, reach: float = REACH, early: float = EARLY, least: int = LEAST_ITEMS, noise=0.7, prior=0.2, pairs=3.0, undated=1.25, reliable=0.6, floor=0.1) -> None:
        self.noise, self.prior, self.pairs, self.undated, self.reliable, self.floor = noise, prior, pairs, undated, reliable, floor
        self.join = join
        self.merge = merge
        self.reach = reach
        self.early = early
        self.least = least
        self._many = 0
        self._epoch_ends = 1
        self._holding = np.zeros(0)
        self._rare = np.zeros(0)
        self._pending = []
        self._weights: list[csr_matrix] = []
        """Of stories: term weights, in full of the first ones, then of the words that count."""
        self._fresh: list[csr_matrix] = []
        self._centroids: csr_matrix | None = None
        self._cluster_of = np.zeros(0, np.int64)
        """Of each item."""
        self._stories: list[int] = []
        self._story_places = np.zeros(0, np.int64)
        """Places of items that are the first of a story."""
        self._before = 0
        """Stories before the epoch."""
        self._clusters = np.zeros(64, _CLUSTER)
        self._alive = 0
        self._numbered = 0

    @property
    def numbers(self) -> Places:
        """Of each item: the number of its event; 0 for none."""
        numbers = self._clusters["number"][: self._alive]
        dense = np.zeros(self._numbered + 1, np.int64)
        there = np.unique(numbers[numbers > 0])
        dense[there] = np.arange(1, len(there) + 1)
        return dense[numbers[self._cluster_of[: self._many]]]

    def add(self, counts: csr_matrix, titles: csr_matrix, at: Numbers, firsts: Places, sites: Places) -> None:
        done, many = 0, counts.shape[0]
        self._cluster_of = _room(self._cluster_of, self._many + many)
        self._story_places = _room(self._story_places, self._many + many)
        while done < many:
            n = min(many - done, self._epoch_ends - self._many, BLOCK)
            part = slice(done, done + n)
            self._add(counts[part], titles[part], at[part], firsts[part], sites[part])
            done += n
            if self._many == self._epoch_ends:
                self._next_epoch()
                self._epoch_ends = self._many + max(1, self._many // 8)

    def _add(self, counts: csr_matrix, titles: csr_matrix, at: Numbers, firsts: Places, sites: Places) -> None:
        from scipy.sparse import vstack  # noqa: PLC0415

        leads = firsts == np.arange(self._many, self._many + len(firsts))
        weights = term_weights(counts[leads], titles[leads])
        width = weights.shape[1]
        if width > len(self._rare):
            extra = rarity(np.zeros(width - len(self._rare)), self._before)
            self._rare = np.concatenate([self._rare, extra])
        width = len(self._rare)
        weights = widened(weights, width)
        vectors = unit_vectors(weights, self._rare)
        self._pending.append(weights.indices)
        if len(self._stories) >= FULL:
            weights = vectors.copy()
            weights.data = weights.data / self._rare[weights.indices].astype(np.float32)
        self._weights.append(weights)
        self._fresh.append(vectors)
        self._fresh = [vstack([widened(rows, width) for rows in self._fresh], format="csr")]
        kin = (self._fresh[0] @ vectors.T).tocsc()
        if self._centroids is not None:
            old = vectors @ _taller(self._centroids, width)
            bar = 0.03
            rows = np.repeat(np.arange(old.shape[0]), np.diff(old.indptr))
            keep = old.data >= bar * self._clusters["norm"][old.indices]
            o_idx, o_dat = old.indices[keep], old.data[keep]
            o_ptr = np.concatenate([[0], np.cumsum(np.bincount(rows[keep], minlength=old.shape[0]))])
        row = 0
        for i in range(len(firsts)):
            place = self._many
            if not leads[i]:
                cluster = int(self._cluster_of[firsts[i]])
                self._clusters["items"][cluster] += 1
            else:
                mine = slice(kin.indptr[row], kin.indptr[row + 1])
                fresh = kin.indices[mine]
                before = fresh < len(self._stories) - self._before
                near = self._cluster_of[self._story_places[self._before + fresh[before]]]
                dots = kin.data[mine][before].astype(float)
                if self._centroids is not None:
                    near = np.concatenate([near, o_idx[o_ptr[row] : o_ptr[row + 1]]])
                    dots = np.concatenate([dots, o_dat[o_ptr[row] : o_ptr[row + 1]]])
                cluster = self._home(near, dots, float(at[i]), vectors.indptr[row] < vectors.indptr[row + 1], sites[i])
                self._story_places[len(self._stories)] = place
                self._stories.append(place)
                row += 1
            self._cluster_of[place] = cluster
            self._many += 1
            c = self._clusters
            c["sites"][cluster] |= c["site"][cluster] != sites[i]
            c["dated"][cluster] += not np.isnan(at[i])
            if not c["number"][cluster] and self._shown(cluster):
                self._numbered += 1
                c["number"][cluster] = self._numbered

    def _home(self, near: Places, dots: Numbers, at: float, said: bool, site: int) -> int:
        c = self._clusters
        if len(near):
            clusters, which = np.unique(near, return_inverse=True)
            dot = np.bincount(which, dots)
            k = c["stories"][clusters]
            mean = dot / k
            kernel = self._kernel(at, at, c["start"][clusters], c["end"][clusters])
            likeness = mean * kernel / np.sqrt(self.prior * self._cohesion(c[clusters])) / self._bar(np.ones(len(k)), k) / self.join
            likeness = np.minimum(likeness, mean * kernel / self.floor)
            best = int(np.argmax(likeness))
            if likeness[best] >= (1 + self.early / (self.early + self._many)):
                cluster = int(clusters[best])
                c["norm"][cluster] = np.sqrt(c["norm"][cluster] ** 2 + 2 * dot[best] + 1)
                c["start"][cluster] = np.fmin(c["start"][cluster], at)
                c["end"][cluster] = np.fmax(c["end"][cluster], at)
                c["items"][cluster] += 1
                c["stories"][cluster] += 1
                c["grown"][cluster] = True
                return cluster
        self._clusters = c = _room(c, self._alive + 1)
        c[self._alive] = (float(said), at, at, 1, 1, 0, True, site, False, 0)
        self._alive += 1
        return self._alive - 1

    def _cohesion(self, c):
        k = c["stories"]
        pairs = k * (k - 1) / 2
        inside = np.maximum((c["norm"] ** 2 - k) / 2, 0)
        return (inside + self.pairs * self.prior) / (pairs + self.pairs)

    def _bar(self, k, other):
        return 1 + self.noise / np.sqrt(k * other)

    def _shown(self, cluster):
        c = self._clusters[cluster]
        k = c["stories"]
        if c["items"] < self.least or k < LEAST_STORIES or not c["sites"]:
            return False
        rho = max(0, (c["norm"] ** 2 - k) / (k * (k - 1)))
        return k * rho / (1 + (k - 1) * rho) >= self.reliable

    def _kernel(self, start: float | Numbers, end: float | Numbers, other_start: Numbers, other_end: Numbers) -> Numbers:
        gap = np.fmax(np.fmax(other_start - end, start - other_end), 0.0)
        near = np.exp(-gap / self.reach)
        return np.where(np.isnan(other_start) | np.isnan(start), 1 / self.undated, near)

    def _next_epoch(self) -> None:
        from scipy.sparse import csr_matrix, vstack  # noqa: PLC0415

        width = len(self._rare)
        self._weights = [vstack([widened(rows, width) for rows in self._weights], format="csr")]
        weights = self._weights[0]
        self._holding = np.concatenate([self._holding, np.zeros(width - len(self._holding))])
        self._holding += np.bincount(np.concatenate(self._pending), minlength=width)
        self._pending = []
        self._before = len(self._stories)
        self._rare = rarity(self._holding, self._before)
        self._fresh = []
        units = unit_vectors(weights, self._rare)
        while True:
            homes = self._cluster_of[np.array(self._stories)]
            member = csr_matrix((np.ones(len(homes), np.float32), (homes, np.arange(len(homes)))), shape=(self._alive, len(homes)))
            sums = (member @ units).tocsr()
            self._clusters["norm"][: self._alive] = np.sqrt(np.bincount(np.repeat(np.arange(self._alive), np.diff(sums.indptr)), sums.data.astype(float) ** 2, self._alive))
            if not self._merge(sums):
                break
        for cluster in np.flatnonzero(self._clusters["number"][: self._alive] == 0).tolist():
            if self._shown(cluster):
                self._numbered += 1
                self._clusters["number"][cluster] = self._numbered
        self._centroids = sums.T.tocsr()
        self._clusters["grown"] = False

    def _merge(self, sums: csr_matrix) -> bool:
        from scipy.sparse import diags_array
        c = self._clusters[: self._alive]
        grown = np.flatnonzero(c["grown"] if self._before > 2000 else np.ones(len(c), bool))
        c["grown"] = False
        found = []
        turned = sums.T.tocsr()
        cohesion = self._cohesion(c)
        k = c["stories"].astype(float)
        for at in range(0, len(grown), 1024):
            part = grown[at : at + 1024]
            like = (sums[part] @ turned).tocoo()
            a, b = part[like.row], like.col
            mean = like.data / (k[a] * k[b])
            s = mean / np.sqrt(cohesion[a] * cohesion[b]) / self._bar(k[a], k[b]) / self.merge
            s = np.minimum(s, mean / self.floor)
            keep = (a != b) & (s >= 1)
            found.append(np.array([np.minimum(a, b)[keep], np.maximum(a, b)[keep], s[keep]]))
        if not found: return False
        a, b, s = np.concatenate(found, axis=1)
        a, b = a.astype(np.int64), b.astype(np.int64)
        s = s * self._kernel(c["start"][a], c["end"][a], c["start"][b], c["end"][b])
        bar = (1 + self.early / (self.early + self._many))
        order = np.lexsort((b, a, -s))
        target = np.arange(len(c))
        busy = np.zeros(len(c), bool)
        merged = False
        for k in order:
            if s[k] < bar: break
            x, y = a[k], b[k]
            if busy[x] or busy[y]: continue
            busy[x] = busy[y] = True
            merged = True
            target[y] = x
            c["start"][x] = np.fmin(c["start"][x], c["start"][y])
            c["end"][x] = np.fmax(c["end"][x], c["end"][y])
            c["items"][x] += c["items"][y]
            c["stories"][x] += c["stories"][y]
            numbers = [n for n in (c["number"][x], c["number"][y]) if n]
            if numbers:
                c["number"][x] = min(numbers)
            c["grown"][x] = True
            c["sites"][x] |= c["sites"][y] | (c["site"][x] != c["site"][y])
            c["dated"][x] += c["dated"][y]
        if merged:
            alive = target == np.arange(len(c))
            new = np.cumsum(alive) - 1
            self._cluster_of[: self._many] = new[target[self._cluster_of[: self._many]]]
            kept = c[alive]
            self._clusters[: len(kept)] = kept
            self._alive = len(kept)
        return merged


def _taller(columns: csr_matrix, height: int) -> csr_matrix:
    from scipy.sparse import csr_matrix  # noqa: PLC0415

    starts = np.concatenate([columns.indptr, np.full(height - columns.shape[0], columns.indptr[-1])])
    return csr_matrix((columns.data, columns.indices, starts), shape=(height, columns.shape[1]))


def _room(array, least):
    if len(array) >= least:
        return array
    bigger = np.zeros(max(2 * len(array), least), array.dtype)
    bigger[: len(array)] = array
    return bigger
