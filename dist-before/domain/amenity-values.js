/**
 * What a hotel says of its amenities (V5). The dictionary rules: it gives the order, and a value carries just the details
 * that its dictionary entry names, whatever else is stored with it. A detail that is named but not filled keeps its neutral
 * value, so that it can be told from one that does not apply; an entry that names none says only that the amenity is there.
 */
export const DETAIL_KINDS = [
    'access',
    'options',
    'note',
    'opening_hours',
    'quantity',
    'area',
    'temperature',
    'distance',
    'age_limit',
];
const FIELD_OF_KIND = {
    access: 'access',
    options: 'options',
    note: 'note',
    opening_hours: 'openingHours',
    quantity: 'quantity',
    area: 'area',
    temperature: 'temperature',
    distance: 'distance',
    age_limit: 'ageLimit',
};
/** The details that a value shows: a field for each detail kind of its entry, and no other. */
export function shownDetails(stored, detailKinds) {
    const fields = detailKinds.map((kind) => FIELD_OF_KIND[kind]);
    return Object.fromEntries(fields.map((field) => [field, stored[field]]));
}
/** The entry's options that a value has chosen, in the order of the value; a code that the entry does not have is passed over. */
export function chosenOptions(options, codes) {
    const byCode = new Map(options.map((option) => [option.code, option]));
    return codes.map((code) => byCode.get(code)).filter((option) => option !== undefined);
}
/** The values of a hotel by category, both in the order of the dictionary; categories without a value are left out. */
export function assignedByCategory(dictionary, values) {
    const byCode = new Map(values.map((value) => [value.amenityCode, value]));
    return dictionary
        .map((category) => ({
        category,
        assigned: category.amenities.flatMap((amenity) => {
            const value = byCode.get(amenity.code);
            return value ? [{ amenity, value }] : [];
        }),
    }))
        .filter(({ assigned }) => assigned.length > 0);
}
//# sourceMappingURL=amenity-values.js.map