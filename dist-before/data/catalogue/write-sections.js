import { objectIdOf } from './hotel-rows.js';
import { mergeRows } from './merge-rows.js';
import { tables } from './tables.js';
import { basisPointsOf } from './visit-type-rows.js';
/** Writes what the small sections of the file say. */
export async function writeSmallSections(tx, { facts: { entries }, stored, replace, tally }) {
    const { channels, destinations, tags, loyaltyPrograms, visitTypeCategories } = entries;
    const named = (entry) => ({
        number: entry.id,
        id: objectIdOf(entry),
        name: entry.name,
    });
    const write = async (what, table, rows) => {
        const own = await mergeRows(tx, tables[table], { rows: rows });
        tally.count(what, { named: rows.length, own });
    };
    await write('channels', 'channel', channels);
    await write('destinations', 'destination', destinations.map(named));
    await write('tags', 'tag', tags.map((tag) => ({ ...named(tag), color: tag.color })));
    await write('loyaltyPrograms', 'loyaltyProgram', loyaltyPrograms.map((program) => ({ ...named(program), basis_points: basisPointsOf(program.percentage) })));
    await write('visitTypeCategories', 'visitTypeCategory', visitTypeCategories.map(named));
    await writeDictionary(tx, { categories: entries.amenityCategories, stored, replace, tally });
}
async function writeDictionary(tx, { categories, stored, replace, tally, }) {
    const kept = (entries) => (replace ? [] : entries);
    const categoryPositions = positions(categories, kept(stored.amenityCategories));
    const categoryRows = categories.map(({ code, name }) => ({ code, position: categoryPositions.get(code), name }));
    const amenityRows = categories.flatMap((category) => {
        // One that the file moves here from another category joins like a new one.
        const before = stored.amenities.filter(({ categoryCode }) => categoryCode === category.code);
        const places = positions(category.amenities, kept(before));
        return category.amenities.map(({ code, label, detailKinds }) => ({
            code,
            category_code: category.code,
            position: places.get(code),
            label,
            detail_kinds: detailKinds,
        }));
    });
    const optionsBefore = new Map(stored.amenities.map(({ code, options }) => [code, options]));
    const optionRows = categories.flatMap(({ amenities }) => amenities.flatMap((amenity) => {
        const places = positions(amenity.options, kept(optionsBefore.get(amenity.code) ?? []));
        return amenity.options.map(({ code, label }) => ({
            amenity_code: amenity.code,
            code,
            position: places.get(code),
            label,
        }));
    }));
    const own = await mergeRows(tx, tables.amenityCategory, { rows: categoryRows });
    tally.count('amenityCategories', { named: categoryRows.length, own });
    const amenities = await mergeRows(tx, tables.amenity, { rows: amenityRows });
    const options = await mergeRows(tx, tables.amenityOption, {
        rows: optionRows,
        owners: replace ? amenityRows.map(({ code }) => [code]) : [],
    });
    tally.count('amenities', { named: amenityRows.length, own: amenities, parts: [options] });
}
/**
 * Positions of the entries of a file among those that are stored: they take, in the order of the file, the positions of
 * those of them that are there already, and new ones come after the last. So a whole list gets its own order, a part of a
 * list disturbs nobody else, and the same file twice changes nothing.
 */
export function positions(entries, stored) {
    const named = new Set(entries.map(({ code }) => code));
    const places = stored.filter(({ code }) => named.has(code)).map(({ position }) => position);
    let next = Math.max(-1, ...stored.map(({ position }) => position)) + 1;
    while (places.length < entries.length)
        places.push(next++);
    places.sort((a, b) => a - b);
    return new Map(entries.map(({ code }, index) => [code, places[index]]));
}
//# sourceMappingURL=write-sections.js.map