import { cachedLoader, EpochCache } from './epoch-cache.js';
import { groupBy } from './group-by.js';
/** Kinds of which there are few enough to be listed without pages. */
const WHOLE_KINDS = ['destination', 'loyaltyProgram', 'visitTypeCategory'];
const ROWS = 50_000;
/** What every request shares. */
export function createCatalogueCaches() {
    const rows = () => new EpochCache({ entries: ROWS });
    const numbers = () => new EpochCache({ entries: ROWS });
    return {
        rows: {
            destination: rows(),
            hotel: rows(),
            roomType: rows(),
            visitType: rows(),
            visitTypeCategory: rows(),
            tag: rows(),
            loyaltyProgram: rows(),
        },
        related: {
            destinationHotels: numbers(),
            hotelRoomTypes: numbers(),
            hotelVisitTypes: numbers(),
            visitTypeHotels: numbers(),
            visitTypeTags: numbers(),
            visitTypeCategories: numbers(),
            visitTypeLoyaltyPrograms: numbers(),
            categoryVisitTypes: numbers(),
        },
        byObjectId: new EpochCache({ entries: ROWS }),
        all: new EpochCache({ entries: WHOLE_KINDS.length }),
    };
}
/** The loaders of one request, over the shared caches. */
export function catalogueLoaders({ database: { catalogue: prisma }, caches, state, }) {
    function rowLoader(cache, findMany) {
        return cachedLoader({
            cache,
            state,
            read: async (keys) => {
                const rows = await findMany({ where: { number: { in: [...keys] } } });
                // Of objects that a query made field by field, some would be kept as dictionaries: slower, and three times as large.
                return new Map(rows.map((row) => [row.number, { ...row }]));
            },
        });
    }
    const relatedLoader = (relation) => cachedLoader({
        cache: caches.related[relation],
        state,
        read: async (keys) => {
            const pairs = await READ_RELATED[relation](prisma, [...keys]);
            const groups = groupBy(pairs, ([parent]) => parent);
            return new Map([...groups].map(([parent, group]) => [parent, group.map(([, child]) => child)]));
        },
    });
    return {
        destination: rowLoader(caches.rows.destination, (args) => prisma.destination.findMany(args)),
        hotel: rowLoader(caches.rows.hotel, (args) => prisma.hotel.findMany(args)),
        roomType: rowLoader(caches.rows.roomType, (args) => prisma.roomType.findMany(args)),
        visitType: rowLoader(caches.rows.visitType, (args) => prisma.visitType.findMany(args)),
        visitTypeCategory: rowLoader(caches.rows.visitTypeCategory, (args) => prisma.visitTypeCategory.findMany(args)),
        tag: rowLoader(caches.rows.tag, (args) => prisma.tag.findMany(args)),
        loyaltyProgram: rowLoader(caches.rows.loyaltyProgram, (args) => prisma.loyaltyProgram.findMany(args)),
        related: {
            destinationHotels: relatedLoader('destinationHotels'),
            hotelRoomTypes: relatedLoader('hotelRoomTypes'),
            hotelVisitTypes: relatedLoader('hotelVisitTypes'),
            visitTypeHotels: relatedLoader('visitTypeHotels'),
            visitTypeTags: relatedLoader('visitTypeTags'),
            visitTypeCategories: relatedLoader('visitTypeCategories'),
            visitTypeLoyaltyPrograms: relatedLoader('visitTypeLoyaltyPrograms'),
            categoryVisitTypes: relatedLoader('categoryVisitTypes'),
        },
        byObjectId: cachedLoader({ cache: caches.byObjectId, state, read: (ids) => readByObjectId(prisma, ids) }),
        all: cachedLoader({
            cache: caches.all,
            state,
            read: async (kinds) => {
                const numbers = { select: { number: true }, orderBy: { number: 'asc' } };
                const rowsOf = {
                    destination: () => prisma.destination.findMany(numbers),
                    loyaltyProgram: () => prisma.loyaltyProgram.findMany(numbers),
                    visitTypeCategory: () => prisma.visitTypeCategory.findMany(numbers),
                };
                const found = new Map();
                for (const kind of kinds) {
                    const rows = await rowsOf[kind]();
                    found.set(kind, rows.map((row) => row.number));
                }
                return found;
            },
        }),
    };
}
const READ_RELATED = {
    destinationHotels: async (prisma, parents) => (await prisma.hotel.findMany({
        where: { destinationNumber: { in: parents } },
        select: { destinationNumber: true, number: true },
        orderBy: { number: 'asc' },
    })).map((row) => [row.destinationNumber, row.number]),
    hotelRoomTypes: async (prisma, parents) => (await prisma.roomType.findMany({
        where: { hotelNumber: { in: parents } },
        select: { hotelNumber: true, number: true },
        orderBy: { number: 'asc' },
    })).map((row) => [row.hotelNumber, row.number]),
    hotelVisitTypes: async (prisma, parents) => (await prisma.visitTypeHotel.findMany({
        where: { hotelNumber: { in: parents } },
        orderBy: { visitTypeNumber: 'asc' },
    })).map((row) => [row.hotelNumber, row.visitTypeNumber]),
    visitTypeHotels: async (prisma, parents) => (await prisma.visitTypeHotel.findMany({
        where: { visitTypeNumber: { in: parents } },
        orderBy: { hotelNumber: 'asc' },
    })).map((row) => [row.visitTypeNumber, row.hotelNumber]),
    visitTypeTags: async (prisma, parents) => (await prisma.visitTypeTag.findMany({
        where: { visitTypeNumber: { in: parents } },
        orderBy: { tagNumber: 'asc' },
    })).map((row) => [row.visitTypeNumber, row.tagNumber]),
    visitTypeCategories: async (prisma, parents) => (await prisma.visitTypeCategoryLink.findMany({
        where: { visitTypeNumber: { in: parents } },
        orderBy: { categoryNumber: 'asc' },
    })).map((row) => [row.visitTypeNumber, row.categoryNumber]),
    visitTypeLoyaltyPrograms: async (prisma, parents) => (await prisma.visitTypeLoyaltyProgram.findMany({
        where: { visitTypeNumber: { in: parents } },
        orderBy: { loyaltyProgramNumber: 'asc' },
    })).map((row) => [row.visitTypeNumber, row.loyaltyProgramNumber]),
    categoryVisitTypes: async (prisma, parents) => (await prisma.visitTypeCategoryLink.findMany({
        where: { categoryNumber: { in: parents } },
        orderBy: { visitTypeNumber: 'asc' },
    })).map((row) => [row.categoryNumber, row.visitTypeNumber]),
};
/** One query over all kinds: an ObjectId does not say what it is the id of. */
async function readByObjectId(prisma, ids) {
    const asked = [...ids];
    const rows = await prisma.$queryRaw `
    SELECT id, 'tag' AS kind, number FROM tag WHERE id = ANY(${asked}::char(24)[])
    UNION ALL SELECT id, 'loyaltyProgram', number FROM loyalty_program WHERE id = ANY(${asked}::char(24)[])
    UNION ALL SELECT id, 'visitTypeCategory', number FROM visit_type_category WHERE id = ANY(${asked}::char(24)[])
    UNION ALL SELECT id, 'destination', number FROM destination WHERE id = ANY(${asked}::char(24)[])
    UNION ALL SELECT id, 'roomType', number FROM room_type WHERE id = ANY(${asked}::char(24)[])
    UNION ALL SELECT id, 'hotel', number FROM hotel WHERE id = ANY(${asked}::char(24)[])
    UNION ALL SELECT id, 'visitType', number FROM visit_type WHERE id = ANY(${asked}::char(24)[])`;
    return groupBy(rows, (row) => row.id);
}
//# sourceMappingURL=catalogue-loaders.js.map