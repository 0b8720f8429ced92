/** Reads what is stored. */
export async function loadStored(tx) {
    const hotels = await tx.hotel.findMany({ select: { number: true, code: true } });
    const roomTypes = await tx.roomType.findMany({ select: { number: true, hotelNumber: true } });
    const channels = await tx.channel.findMany({ select: { code: true } });
    const numbers = async (table) => {
        const rows = await tx[table].findMany({ select: { number: true } });
        return new Set(rows.map((row) => row.number));
    };
    const booked = await tx.$queryRaw `
    SELECT DISTINCT hotel_number AS hotel, room_type_number AS "roomType" FROM booking`;
    return {
        named: {
            channel: new Set(channels.map(({ code }) => code)),
            destination: await numbers('destination'),
            tag: await numbers('tag'),
            'loyalty program': await numbers('loyaltyProgram'),
            'visit type category': await numbers('visitTypeCategory'),
            hotel: new Set(hotels.map(({ number }) => number)),
            'room type': new Set(roomTypes.map(({ number }) => number)),
        },
        hotels: new Map(hotels.map((hotel) => [hotel.number, hotel])),
        roomTypes: new Map(roomTypes.map((room) => [room.number, room])),
        amenityCategories: await tx.amenityCategory.findMany({ orderBy: [{ position: 'asc' }, { code: 'asc' }] }),
        amenities: await tx.amenity.findMany({
            orderBy: [{ position: 'asc' }, { code: 'asc' }],
            include: { options: { orderBy: [{ position: 'asc' }, { code: 'asc' }] } },
        }),
        booked: {
            hotels: new Set(booked.map(({ hotel }) => hotel)),
            roomTypes: new Set(booked.map(({ roomType }) => roomType)),
        },
    };
}
/** What the file names and, unless it replaces the rest, what is stored. */
export function afterwards({ facts, stored, replace, }) {
    const storedAmenities = new Map(replace ? [] : stored.amenities.map((amenity) => [amenity.code, amenity]));
    return {
        has: (kind, key) => facts.named[kind].has(key) || (!replace && stored.named[kind].has(key)),
        hotelOf: (number) => facts.roomTypes.get(number)?.hotelNumber ?? (replace ? undefined : stored.roomTypes.get(number)?.hotelNumber),
        amenity(code) {
            const given = facts.amenities.get(code);
            const kept = storedAmenities.get(code);
            if (!given && !kept)
                return undefined;
            const keptOptions = (kept?.options ?? []).map((option) => option.code);
            return {
                detailKinds: given?.detailKinds ?? new Set(kept?.detailKinds),
                options: new Set([...(given?.options ?? []), ...keptOptions]),
            };
        },
    };
}
//# sourceMappingURL=stored.js.map