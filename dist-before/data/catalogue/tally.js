/** What is counted. */
export const COUNTED = [
    'channels',
    'destinations',
    'tags',
    'loyaltyPrograms',
    'visitTypeCategories',
    'amenityCategories',
    'amenities',
    'hotels',
    'roomTypes',
    'visitTypes',
    'priceLists',
    'promotions',
    'inventoryNights',
];
/** Counts of nothing yet. */
export function emptyTally() {
    const counts = Object.fromEntries(COUNTED.map((what) => [what, { created: 0, updated: 0, removed: 0, unchanged: 0 }]));
    return {
        counts,
        count(what, { named, own, parts = [] }) {
            const created = new Set(own.created);
            const updated = new Set(own.updated);
            for (const part of parts) {
                for (const owner of [...part.created, ...part.updated, ...part.removed]) {
                    if (!created.has(owner))
                        updated.add(owner);
                }
            }
            counts[what].created += created.size;
            counts[what].updated += updated.size;
            counts[what].removed += own.removed.length;
            counts[what].unchanged += named - created.size - updated.size;
        },
        removed(what, number) {
            counts[what].removed += number;
        },
        catalogueChanged: () => COUNTED.some((what) => {
            const { created, updated, removed } = counts[what];
            return what !== 'inventoryNights' && created + updated + removed > 0;
        }),
    };
}
//# sourceMappingURL=tally.js.map