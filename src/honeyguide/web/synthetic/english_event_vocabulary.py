"""English words for what happens: phases, kinds of events, and parts of invented names."""

from __future__ import annotations

from honeyguide.web.synthetic.vocabulary import Happenings, Vocabulary

HAPPENINGS = Happenings(
    phases=(
        Vocabulary(
            "storm warning, forecast model, amber alert, evacuation order, barometer reading, weather bulletin, "
            "sandbag depot, precaution, storm front, school closure, emergency briefing, flood gate, "
            "standby crew, tide table, siren test, cancelled ferry, stockpile, gauge reading, advisory, "
            "outlook map, watch level, preparation, boarded window, early notice",
            "expected, approaching, precautionary, predicted, looming, prepared, forecast, vigilant",
            "forecast, warned of, predicted, braced for, postponed, secured, closed, prepared for",
        ),
        Vocabulary(
            "surge, burst bank, torrent, collapsed wall, mudflow, death toll, blackout, drowned car, torn roof, "
            "blocked road, wreckage, breach, fallen bridge, uprooted tree, emergency call, flooded cellar, "
            "debris, crest, casualty, devastation, trapped driver, peak level, shattered window, night of horror",
            "raging, torn, collapsed, drowned, fatal, violent, shattered, buried",
            "struck, tore away, drowned, engulfed, crushed, burst through, killed, trapped",
        ),
        Vocabulary(
            "rescue helicopter, diver, survivor, search dog, inflatable boat, missing person, field hospital, "
            "airlift, rope team, gymnasium, blanket, evacuee, roll call, coordination centre, drone, ambulance, "
            "stretcher, hotline, fire brigade, army unit, makeshift camp, reunited family, thermal camera, medic",
            "exhausted, rescued, missing, airborne, tireless, wounded, sheltered, reunited",
            "searched, lifted, pulled out, carried, fed, comforted, located, brought to safety",
        ),
        Vocabulary(
            "clean-up, rebuilding, debris removal, relief fund, donation, container home, repair crew, "
            "reopened line, damage survey, mould, drying machine, loan, village of cabins, water supply, "
            "power line, reconstruction plan, voucher, bricklayer, charity concert, tax relief, "
            "return of families, new foundation, replanting, restored service",
            "rebuilt, repaired, reopened, costly, donated, restored, temporary, patient",
            "rebuilt, repaired, cleared, reopened, donated to, restored, funded, dried out",
        ),
        Vocabulary(
            "inquiry, prosecutor, hearing, witness, commission, negligence, court, resignation, "
            "maintenance record, audit, responsibility, testimony, parliament, engineer's note, lawsuit, "
            "safety rule, minister, evidence, oversight, review panel, falsified form, accusation, contractor, "
            "whistle-blower",
            "accused, negligent, sworn, responsible, legal, disputed, overlooked, political",
            "investigated, accused, questioned, testified about, blamed, denied, reviewed, sued",
        ),
        Vocabulary(
            "memorial, resilience plan, levee project, documentary, compensation, lesson, vigil, flood map, "
            "early-warning system, relocation, plaque, survivors' group, decision, budget line, look back, "
            "training course, new standard, retention basin, open question, bereaved family",
            "lasting, remembered, planned, unfinished, grieving, promised, belated, long-awaited",
            "remembered, commemorated, compensated, relocated, promised, looked back on, approved, learned from",
        ),
    ),
    kinds={
        "flood": "river bank, meadow, weir, ferry, lower town, cellar, towpath, flood mark",
        "landslide": "slope, hillside, rockfall, mountain road, scree, retaining wall, geologist, hamlet",
        "dam failure": "spillway, turbine, dam wall, operator, valley floor, sluice, seepage, concrete block",
        "storm surge": "sea wall, harbour mole, dune, tide, fishing fleet, promenade, breakwater, salt marsh",
        "metro flooding": "platform, tunnel, ticket hall, escalator, underpass, commuter, subway train, "
        "ventilation shaft",
        "cloudburst": "campsite, gorge, brook, hiker, tent field, summer camp, footbridge, mill race",
        "levee breach": "polder, farmhouse, pumping crew, dyke master, cow herd, sluice keeper, clay bed, seep",
    },
    things="paper mill, railway viaduct, zoo, school bus, ferry terminal, chapel, cattle market, hospital wing, "
    "shopping arcade, brewery, potash mine, car factory, nursing home, tramway, runway, sewage works, "
    "museum depot, vineyard terrace, substation, quarry, cable car, pipeline, lock gate, grain silo, prison, "
    "town archive, bus depot, fish farm, sawmill, monastery, caravan park, water tower, tannery, motorway tunnel, "
    "heating plant, marina, covered market, flour mill, glassworks, toll bridge, opera house, kindergarten, "
    "aqueduct, refinery, radio mast, cemetery, ice rink, pottery, canal basin, horse track, lighthouse, convent, "
    "chemical plant, cheese dairy, rope factory, planetarium, salt works, bell tower, cotton warehouse, wind farm",
    first="Vel, Ost, Karn, Tess, Brun, Mord, Hal, Ild, Sarn, Quel, Dor, Fen, Garr, Lind, Norv, Pell, Rusk, Thal, "
    "Ulv, Wex, Zorn, Cald, Esk, Jorn, Ambr, Birk, Drev, Glim",
    second="arn, rel, holm, wick, moor, ova, ingen, dale, mark, essa, ith, ande, ock, ur, ast, ombe, enna, ried, "
    "oss, anby",
    places="%s, %s, %s, Upper %s, the %s valley, Old %s",
    storms="Ardella, Borvin, Cessaly, Dramund, Elvick, Forsina, Gorrim, Hestra, Istvane, Jorlan, Kelmira, Lodvar, "
    "Miskel, Norvane, Ostrid, Palmera, Quorin, Rindal, Sulvane, Torvig",
    name="%s %s",
    given="Tilda, Oren, Marisa, Ivo, Selka, Bram, Nadine, Corvin, Petra, Lionel, Greta, Anselm, Yara, Otis, "
    "Della, Ruben",
    family="Vorsk, Almquist-Dane, Terrow, Hulsey, Brandlow, Ostick, Fennard, Quillan, Marsh-Teal, Dorrance, "
    "Ekholt, Pinnick, Sarrow, Whelby, Lodge-Horn, Castrow, Umber, Grisdale, Tolland, Yarbeck",
    person="{given} {family}",
    offices="mayor %s, fire chief %s, %s, engineer %s, farmer %s, minister %s, %s's lawyer, teacher %s",
    agencies="Meridian Wire, Northline Agency, Harbour Press Service",
)
