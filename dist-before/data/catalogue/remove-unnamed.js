/**
 * Locks what may have to go, so that nobody books it any more: in the order in which the foreign keys of a booking lock
 * it, so that neither waits for the other in a circle. Nights are locked before.
 */
export async function lockUnnamed(tx, { named }) {
    for (const { table, key, type, keys } of [
        { table: 'channel', key: 'code', type: 'text', keys: [...named.channel] },
        { table: 'visit_type', key: 'number', type: 'int', keys: [...named['visit type']] },
        { table: 'hotel', key: 'number', type: 'int', keys: [...named.hotel] },
        { table: 'room_type', key: 'number', type: 'int', keys: [...named['room type']] },
    ]) {
        await tx.$queryRawUnsafe(`SELECT count(*)::int FROM (
         SELECT FROM ${table} WHERE ${key} NOT IN (SELECT unnest($1::${type}[])) ORDER BY ${key} FOR UPDATE) AS locked`, keys);
    }
}
/**
 * Removes visit types, room types and hotels that the file does not name; comes before anything is written, so that
 * their codes are free.
 */
export async function removeUnnamedEntries(tx, removal) {
    const { named } = removal.facts;
    const visitTypes = await unnamed(tx, 'visit_type', [...named['visit type']]);
    for (const [what, table] of [
        ['priceLists', 'price_list'],
        ['promotions', 'promotion'],
    ]) {
        const gone = await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE visit_type_number = ANY($1::int[])`, visitTypes);
        removal.tally.removed(what, gone);
    }
    await removeUnbooked(tx, { ...removal, what: 'visitTypes', table: 'visit_type', numbers: visitTypes });
    const roomTypes = await unnamed(tx, 'room_type', [...named['room type']]);
    await removeUnbooked(tx, { ...removal, what: 'roomTypes', table: 'room_type', numbers: roomTypes });
    const hotels = await unnamed(tx, 'hotel', [...named.hotel]);
    await removeUnbooked(tx, { ...removal, what: 'hotels', table: 'hotel', numbers: hotels });
}
async function unnamed(tx, table, numbers) {
    const rows = await tx.$queryRawUnsafe(`SELECT number FROM ${table} WHERE number NOT IN (SELECT unnest($1::int[])) ORDER BY number`, numbers);
    return rows.map(({ number }) => number);
}
async function removeUnbooked(tx, { what, table, numbers, tally, kept, }) {
    const gone = await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE number = ANY($1::int[]) AND number NOT IN (SELECT ${table}_number FROM booking)`, numbers);
    tally.removed(what, gone);
    if (gone === numbers.length)
        return;
    const staying = await tx.$queryRawUnsafe(`SELECT number FROM ${table} WHERE number = ANY($1::int[]) ORDER BY number`, numbers);
    kept[what] = staying.map(({ number }) => number);
}
/** Removes from the small sections what the file does not name; comes after everything is written. */
export async function removeUnnamedSections(tx, removal) {
    const { named, amenities, amenityCategories } = removal.facts;
    const numbers = (what) => {
        const kinds = {
            destinations: 'destination',
            tags: 'tag',
            loyaltyPrograms: 'loyalty program',
            visitTypeCategories: 'visit type category',
        };
        return { ...removal, what, key: 'number', type: 'int', named: [...named[kinds[what]]] };
    };
    const keysBefore = await tx.apiKeyDestination.count();
    await removeUnused(tx, {
        ...numbers('destinations'),
        table: 'destination',
        usedBy: ['SELECT destination_number FROM hotel'],
    });
    await removeUnused(tx, { ...numbers('tags'), table: 'tag', usedBy: [] });
    await removeUnused(tx, {
        ...numbers('loyaltyPrograms'),
        table: 'loyalty_program',
        usedBy: [
            'SELECT loyalty_program_number FROM booking_guest WHERE loyalty_program_number IS NOT NULL',
            'SELECT loyalty_program_number FROM booking_discount',
        ],
    });
    await removeUnused(tx, { ...numbers('visitTypeCategories'), table: 'visit_type_category', usedBy: [] });
    const byCode = { ...removal, key: 'code', type: 'text', usedBy: [] };
    const amenityCodes = [...amenities.keys()];
    // Only hotels that stay for their bookings still have amenities that go.
    await tx.$executeRaw `
    DELETE FROM hotel_amenity WHERE amenity_code NOT IN (SELECT unnest(${amenityCodes}::text[]))`;
    await removeUnused(tx, { ...byCode, what: 'amenities', table: 'amenity', named: amenityCodes });
    const categoryCodes = [...amenityCategories];
    await removeUnused(tx, { ...byCode, what: 'amenityCategories', table: 'amenity_category', named: categoryCodes });
    await removeUnused(tx, {
        ...byCode,
        what: 'channels',
        table: 'channel',
        named: [...named.channel],
        usedBy: ['SELECT channel_code FROM api_key', 'SELECT channel_code FROM booking'],
    });
    return { keysChanged: (await tx.apiKeyDestination.count()) !== keysBefore };
}
async function removeUnused(tx, { what, table, key, type, named, usedBy, tally, kept, }) {
    const isUnnamed = `${key} NOT IN (SELECT unnest($1::${type}[]))`;
    const isUnused = usedBy.map((query) => ` AND ${key} NOT IN (${query})`).join('');
    tally.removed(what, await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE ${isUnnamed}${isUnused}`, named));
    const staying = await tx.$queryRawUnsafe(`SELECT ${key} AS key FROM ${table} WHERE ${isUnnamed} ORDER BY 1`, named);
    if (staying.length > 0)
        kept[what] = staying.map((row) => row.key);
}
//# sourceMappingURL=remove-unnamed.js.map