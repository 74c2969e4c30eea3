"""English words, names and sentence patterns of the synthetic web."""

from __future__ import annotations

from honeyguide.web.synthetic.vocabulary import Language, Vocabulary

# Each subject: nouns from frequent to rare, then adjectives, then verbs that take an object, in the past tense.
SUBJECTS = {
    "rainstorm-disaster": Vocabulary(
        "heavy rain, flood, rainstorm, rescue team, evacuation, landslide, river level, disaster, flash flood, "
        "shelter, embankment, torrential rain, flood water, rainfall, relief supplies, drain, dam, downpour, "
        "mudslide, red alert, sandbag, rescue boat, flood warning, low-lying district, weather, washed-out road, "
        "catastrophe, pumping station, flood plain, reservoir, missing resident, power cut, damaged bridge, "
        "cloudburst, rain gauge, runoff, flood barrier, emergency crew, dyke, culvert, storm drain, calamity, "
        "swollen river, flood defence, tented camp, meteorology, weather warning, extreme rain, drinking water, "
        "temporary housing, search party, inundated field",
        "flooded, stranded, submerged, swollen, cut-off, emergency, displaced, waterlogged, overflowing, battered",
        "flooded, evacuated, swept away, submerged, rescued, cut off, inundated, breached, battered, washed out",
    ),
    "weather": Vocabulary(
        "forecast, temperature, cloud, wind, front, pressure, climate, humidity, season, weather, sunshine, snow, "
        "frost, thunderstorm, weather station, satellite image, heat wave, jet stream, air mass, barometer, "
        "drizzle, dew point, visibility, fog, breeze, monsoon, cold spell, isobar, radar, meteorologist, warm "
        "front, ice, gale, ocean current, climate model, long-range outlook, average, mist, hail, sea breeze, "
        "cyclone, drought, shower, rainbow, wind chill, atmosphere, trade wind, dry season, rainfall, meteorology",
        "mild, windy, cloudy, humid, seasonal, dry, chilly, overcast, tropical, unsettled",
        "cooled, warmed, forecast, measured, cleared, recorded, observed, moistened, chilled, mapped",
    ),
    "football": Vocabulary(
        "match, goal, striker, coach, league, defender, penalty, season, midfielder, referee, stadium, cup, "
        "transfer, supporter, corner, free kick, goalkeeper, draw, derby, pitch, half-time, squad, substitute, "
        "table, title race, header, offside flag, training ground, captain, winger, contract, injury list, "
        "relegation, promotion, kit, dressing room, away game, season ticket, yellow card, champion, academy, "
        "full-back, clean sheet, equaliser, stoppage time, tackle, pass, scoreline, team sheet, fixture",
        "unbeaten, late, decisive, away, home, veteran, goalless, injured, talented, tactical",
        "scored, beat, signed, missed, saved, headed, substituted, defended, booked, equalised",
    ),
    "cooking": Vocabulary(
        "recipe, oven, flour, butter, onion, garlic, pan, sauce, dough, salt, pepper, sugar, egg, kitchen, soup, "
        "dish, olive oil, spice, noodle, rice, bread, knife, cream, cheese, chicken, vegetable, stew, broth, "
        "pastry, lemon, herb, dessert, tomato, mushroom, ginger, chilli, bowl, serving, tray, crust, filling, "
        "syrup, vinegar, roast, batter, potato, steam basket, marinade, garnish, kitchen disaster",
        "crispy, tender, golden, fresh, spicy, creamy, slow-cooked, roasted, sweet, salted",
        "chopped, baked, simmered, stirred, fried, seasoned, peeled, whisked, roasted, grated",
    ),
    "insurance": Vocabulary(
        "claim, policy, premium, insurer, cover, loss, policyholder, damage, adjuster, underwriter, risk, excess, "
        "broker, home insurance, payout, reinsurance, liability, contract, actuary, car insurance, settlement, "
        "exclusion, renewal, life cover, valuation, flood, compensation, property, claim form, deductible, storm "
        "damage, rebuilding cost, insured value, health plan, pension, fraud check, third party, coverage limit, "
        "hazard map, quote, assessor, clause, business interruption, portfolio, surveyor, beneficiary, disaster, "
        "small print, annual report",
        "insured, uninsured, annual, covered, contractual, comprehensive, liable, excluded, statutory, claimed",
        "insured, compensated, settled, assessed, covered, underwrote, renewed, priced, rejected, paid out",
    ),
    "finance": Vocabulary(
        "market, share, bond, interest rate, investor, bank, fund, profit, dividend, currency, stock exchange, "
        "inflation, analyst, portfolio, earnings, loan, credit, index, yield, hedge fund, central bank, trader, "
        "asset, debt, revenue, quarter, merger, budget, capital, futures, commodity, balance sheet, growth, "
        "exchange rate, broker, mortgage, treasury, pension fund, rating, deficit, audit, liquidity, start-up, "
        "equity, tariff, balance, forecast, recession, turnover, cash flow",
        "quarterly, volatile, financial, bullish, fiscal, cautious, liquid, monetary, net, long-term",
        "invested, traded, lent, raised, borrowed, sold, financed, audited, valued, acquired",
    ),
    "agriculture": Vocabulary(
        "harvest, crop, wheat, farmer, soil, field, rice paddy, irrigation, fertiliser, tractor, maize, "
        "livestock, seed, yield, pest, cattle, orchard, grain, drought, barn, plough, pasture, cooperative, "
        "soybean, dairy, greenhouse, combine harvester, pesticide, sheep, sowing season, feed, silo, potato "
        "field, weather, ditch, subsidy, compost, vineyard, poultry, crop rotation, waterlogged soil, hay, "
        "farmland, weed, seedling, milk price, acre, storage shed, hail net, rainfall",
        "fertile, arable, organic, ripe, irrigated, rural, stored, seasonal, hardy, grazing",
        "harvested, planted, ploughed, irrigated, sowed, fed, fertilised, sprayed, stored, milked",
    ),
    "medicine": Vocabulary(
        "patient, doctor, hospital, treatment, vaccine, symptom, nurse, clinical trial, surgery, blood pressure, "
        "diagnosis, infection, dose, therapy, antibiotic, heart, clinic, virus, tumour, drug, ward, immune "
        "system, diabetes, side effect, study, specialist, scan, recovery, pharmacy, chronic disease, fever, "
        "allergy, lung, prescription, physiotherapy, cell, pain, insulin, check-up, outbreak, gene, placebo, "
        "emergency room, epidemic, sleep, bone, kidney, blood test, cholesterol, midwife",
        "clinical, chronic, acute, healthy, infected, surgical, preventive, mild, medical, elderly",
        "treated, diagnosed, vaccinated, prescribed, examined, operated on, cured, monitored, tested, relieved",
    ),
    "earthquakes": Vocabulary(
        "earthquake, magnitude, fault, aftershock, epicentre, seismograph, tremor, tsunami, tectonic plate, "
        "rubble, building, seismologist, collapse, rescue team, ground motion, shock wave, depth, fault line, "
        "early warning, volcano, landslide, survivor, plate boundary, retrofit, building code, intensity scale, "
        "shelter, foundation, subduction zone, crust, relief supplies, crack, swarm, ground shaking, foreshock, "
        "tent, sensor, quake zone, damage, evacuation, search dog, slip, mantle, concrete column, disaster, "
        "hazard, drill, ridge, strain",
        "seismic, tectonic, shallow, collapsed, violent, offshore, shaken, active, magnetic, buried",
        "shook, collapsed, struck, damaged, triggered, destroyed, recorded, jolted, cracked, buried",
    ),
    "music": Vocabulary(
        "album, song, concert, orchestra, guitar, singer, band, piano, melody, rhythm, violin, tour, stage, "
        "chorus, drummer, composer, symphony, recording, festival, lyric, studio, record label, choir, bass line, "
        "jazz, opera, single, vinyl, conductor, playlist, string quartet, ballad, keyboard, trumpet, tempo, "
        "harmony, audience, encore, cello, folk song, producer, microphone, sonata, soundtrack, ticket, remix, "
        "flute, solo, chord, debut",
        "acoustic, melodic, live, soulful, orchestral, haunting, catchy, classical, electric, improvised",
        "recorded, sang, composed, performed, played, released, conducted, rehearsed, produced, remixed",
    ),
    "travel": Vocabulary(
        "hotel, flight, beach, museum, itinerary, passport, island, guide, old town, train, ticket, luggage, "
        "tour, hostel, temple, market, view, ferry, visa, booking, mountain, trail, airport, road trip, castle, "
        "village, bay, weather, restaurant, souvenir, cruise, harbour, cable car, summer holiday, backpack, "
        "national park, waterfall, campsite, sunset, bus station, map, resort, landmark, wine bar, snorkelling, "
        "low season, travel agent, rainy season, pier, spa",
        "scenic, coastal, historic, cheap, remote, guided, sunny, charming, crowded, romantic",
        "visited, booked, explored, toured, photographed, crossed, hiked, packed, boarded, recommended",
    ),
    "software": Vocabulary(
        "code, release, server, bug, database, compiler, interface, library, developer, test suite, cloud "
        "service, function, update, repository, version, programmer, browser, memory, network, container, "
        "algorithm, open-source project, patch, query, framework, login, thread, deployment, crash, log file, "
        "documentation, pull request, cache, encryption, disaster recovery, laptop, kernel, plug-in, app store, "
        "pipeline, variable, backup, user account, parser, protocol, data centre, licence, feature flag, queue, "
        "dashboard",
        "open-source, stable, encrypted, scalable, deprecated, automated, portable, asynchronous, secure, legacy",
        "compiled, deployed, debugged, released, patched, refactored, installed, tested, encrypted, merged",
    ),
    "astronomy": Vocabulary(
        "telescope, galaxy, star, planet, orbit, comet, black hole, nebula, moon, observatory, light year, "
        "spectrum, asteroid, supernova, solar system, eclipse, cosmic dust, red giant, exoplanet, meteor shower, "
        "gravity, spacecraft, solar wind, mirror, constellation, probe, dark matter, crater, radio telescope, "
        "white dwarf, ring, satellite, pulsar, redshift, astronomer, launch, lander, night sky, sunspot, cluster, "
        "universe, infrared image, gas giant, meteorite, dwarf planet, lens, big bang, rover, magnetic field, "
        "space weather",
        "distant, bright, lunar, orbital, faint, massive, stellar, solar, interstellar, icy",
        "observed, orbited, discovered, photographed, detected, mapped, launched, measured, imaged, tracked",
    ),
    "gardening": Vocabulary(
        "garden, rose, soil, seed, lawn, compost, pruning, flower bed, bulb, hedge, shrub, pot, weed, greenhouse, "
        "mulch, watering can, tomato plant, spade, slug, border, tulip, root, leaf, fern, trellis, allotment, "
        "lavender, raised bed, secateurs, cutting, bee, apple tree, rain barrel, hosepipe, herb garden, orchid, "
        "frost, weather, ivy, wheelbarrow, blossom, patio, fertiliser, hydrangea, seed tray, drainage, climber, "
        "pond, bird bath, rake",
        "shady, perennial, fragrant, leafy, evergreen, hardy, potted, blooming, wild, well-drained",
        "planted, pruned, watered, weeded, mulched, trimmed, sowed, dug, repotted, fed",
    ),
}

LANGUAGE = Language(
    subjects=SUBJECTS,
    common=Vocabulary(
        "year, people, city, report, plan, group, day, week, place, question, town, family, project, number, "
        "office, street, system, school, service, part, region, country, problem, result, story, point, area, "
        "month, interview, meeting, community, cost, history, idea, neighbour, visitor, morning, evening, photo, "
        "letter, centre, change, team, reason, list, member, page, answer, account, event, student, worker, view, "
        "detail, house, north, south, road, price, programme",
        "new, large, local, small, early, recent, important, public, different, long, quiet, possible, whole, "
        "young, clear, old, simple, common, second, final, busy, useful, national, ordinary",
        "changed, reached, showed, described, helped, followed, opened, needed, supported, joined, brought, "
        "explained, watched, replaced, discussed, improved, shared, remembered, found, moved, welcomed, compared",
    ),
    places="Harrowby, Millbrook, Eastmere, Port Alder, Kingsford, Winslow Bay, Oakhaven, Redmarsh, Silverton, "
    "Lowfield, Northgate, Stonebridge, Fairwater, Ashby Cross, Brackley, Westerham, Langmoor, Elmstead, Colder "
    "Valley, Penrose, Thornbury, Greyhaven, Marlow Hill, Sandwick, Holmfirth Vale, Castleton, Dunmore, Ravensea, "
    "Whitcombe, Larkfield, the lower valley, the east coast, the capital, the old harbour, the hill country, the "
    "lake district",
    organisations="the city council, a local newspaper, the university, the ministry, a spokeswoman, the regional "
    "office, two researchers, the town hall, a volunteer group, the national agency, the committee, our "
    "correspondent, the mayor, the museum, an expert panel, the association, a family of four, the institute, the "
    "editor, several residents",
    times="Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday, the weekend, the first day, New Year's "
    "Eve, a quiet afternoon, the second evening, the last day of May, the holiday, the same night, market day",
    patterns="The {N} {V} the {N} in {P}.|On {W} {O} {V} the {A} {N} near {P}.|{O} said that the {N} {V} more "
    "than {D} people, and that the {A} {N} would follow.|There was little doubt about the {N}: {O} {V} it on {W}.|"
    "After the {N} and the {N}, the {A} {N} {V} {P}.|About {D} of them saw the {N} before the {N} {V} it.|In {P} "
    "the {A} {N} is older than the {N}, and the {N} is {A} too.|“We had never seen such {A} {N},” {O} said on "
    "{W}.|The {N} of {P} {V} the {N}, the {N} and the {N}.|By {W} the {A} {N} had {V} at least {D} of the {N}.|No "
    "{N} was {A} enough for the {N}, said {O}.|Between the {N} and the {N} lies {P}, where {O} {V} the {N}.|What "
    "matters most is the {N}, not the {N}.|{O} asked for the {A} {N} and {D} more days for the {N}.|It took {D} "
    "hours until the {N} {V} the {A} {N}.|Most of the {N} comes from {P}, and the {A} {N} from elsewhere.|The {A} "
    "{N}, the {N} and the {A} {N} were on the list of {O}.|When the {N} {V} the {N} on {W}, {D} people stood by.|"
    "The {A} {N} is worth more than {D} words about the {N}.|{O} compared the {N} with the {N} of last year.|"
    "Nobody in {P} had asked for the {N}, yet the {A} {N} {V} it.|Every {N} has its {N}; this one {V} {P}.|Since "
    "{W} the {N} has been the talk of {P}.|The {N}, once {A}, became part of the {N}.|Readers wrote about the "
    "{N}, {D} of them about the {A} {N} alone.|Ask {O} about the {N} and you will hear of the {A} {N} in {P}.|"
    "Costs of the {N} rose to {D} million, the {N} included.|Neither the {N} nor the {N} {V} the {A} {N}.|"
    "Pictures from {P} show the {A} {N} beside the {N}.|{O} {V} the {N} again, this time with the {A} {N}.",
    headings="{A} {N} and {N}|The {N} of {P}|{N}: what {O} {V}|{A} {N} in {P}|Why the {N} {V} the {N}|{N}, {N} "
    "and {D} questions|{P}: {A} {N} on {W}|How {O} {V} the {N}|After the {N}|{D} days of {N}|What we know about "
    "the {N}|{N} or {N}?",
    pointers="More about the {N} and the {N}: %s.|The {A} {N} is described under %s.|{O} {V} the {N} (%s) on {W}.|"
    "See %s for the {N} of {P}.|The {N} near {P} {V} the {A} {N}, as %s tells.|%s has the {N} and the {A} {N}.",
    generic="more, read on, click here, full story, here, continue, this page, details, link, source, part two, "
    "see also, next, read more, go, the article, earlier, download, view, photos",
    sections="news, articles, archive, stories, blog, topics, features, library, notes, reports, journal, "
    "magazine, reading, posts, papers, bulletin, digest, review, items, texts",
    home="Home",
    words={
        "previous": "previous", "next": "next", "related": "Related", "sponsored": "Sponsored", "about": "About "
        "this site",
        "contents": "In this section", "by": "By", "place": "Place", "number": "Number", "links": "Links we like",
        "rights": "All rights reserved", "latest": "Latest", "members": "Members only",
    },
    space=" ",
)  # fmt: skip
