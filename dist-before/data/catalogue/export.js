import { fileAmenityCategory, readHotels } from './export-hotel.js';
import { localizedOf, percentageOf } from './export-values.js';
import { readVisitTypes } from './export-visit-type.js';
import { CATALOGUE_FORMAT } from './file-schema.js';
const HOTELS_PER_BATCH = 100;
const VISIT_TYPES_PER_BATCH = 200;
const ROOM_TYPES_PER_BATCH = 500;
const SIX_HOURS_MS = 6 * 3_600_000;
/** Exports the catalogue of `database`. */
export async function exportCatalogue({ database, write, onProgress, }) {
    await database.prisma.$transaction(async (tx) => {
        await write(`{\n"format": ${JSON.stringify(CATALOGUE_FORMAT)}`);
        for (const [section, read] of Object.entries(SMALL_SECTIONS)) {
            await writeSection({ section: section, write, entries: await read(tx) });
        }
        for (const [section, { total, read }] of Object.entries(LARGE_SECTIONS)) {
            const writer = sectionWriter(section, write);
            const all = await total(tx);
            let done = 0;
            for (let batch = await read(tx, 0); batch; batch = await read(tx, batch.last)) {
                await writer.add(batch.entries);
                done += batch.entries.length;
                onProgress?.({ phase: `writing ${section}`, done, total: all });
            }
            await writer.end();
        }
        await write('\n}\n');
    }, { isolationLevel: 'RepeatableRead', maxWait: 60_000, timeout: SIX_HOURS_MS });
}
async function writeSection({ section, write, entries, }) {
    const writer = sectionWriter(section, write);
    await writer.add(entries);
    await writer.end();
}
/** Writes a section element by element, each on a line of its own. */
export function sectionWriter(section, write) {
    let isFirst = true;
    return {
        async add(entries) {
            if (entries.length === 0)
                return;
            const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
            await write(isFirst ? `,\n${JSON.stringify(section)}: [\n${lines}` : `,\n${lines}`);
            isFirst = false;
        },
        async end() {
            await write(isFirst ? `,\n${JSON.stringify(section)}: []` : '\n]');
        },
    };
}
const BY_NUMBER = { orderBy: { number: 'asc' } };
const fileNamed = ({ number, id, name }) => {
    return { id: number, _id: id, name: localizedOf(name) };
};
const SMALL_SECTIONS = {
    channels: (tx) => tx.channel.findMany({ orderBy: { code: 'asc' } }),
    destinations: async (tx) => (await tx.destination.findMany(BY_NUMBER)).map(fileNamed),
    tags: async (tx) => (await tx.tag.findMany(BY_NUMBER)).map((tag) => ({ ...fileNamed(tag), color: tag.color })),
    loyaltyPrograms: async (tx) => (await tx.loyaltyProgram.findMany(BY_NUMBER)).map((program) => {
        return { ...fileNamed(program), percentage: percentageOf(program.basisPoints) };
    }),
    visitTypeCategories: async (tx) => (await tx.visitTypeCategory.findMany(BY_NUMBER)).map(fileNamed),
    async amenityCategories(tx) {
        const orderBy = [{ position: 'asc' }, { code: 'asc' }];
        const include = { amenities: { orderBy, include: { options: { orderBy } } } };
        return (await tx.amenityCategory.findMany({ orderBy, include })).map(fileAmenityCategory);
    },
};
const LARGE_SECTIONS = {
    hotels: {
        total: (tx) => tx.hotel.count(),
        read: (tx, after) => readHotels(tx, { where: { number: { gt: after } }, take: HOTELS_PER_BATCH }),
    },
    visitTypes: {
        total: (tx) => tx.visitType.count(),
        read: (tx, after) => readVisitTypes(tx, { where: { number: { gt: after } }, take: VISIT_TYPES_PER_BATCH }),
    },
    inventory: { total: async () => null, read: readInventory },
};
/** Nights in a row with the same capacity become one entry. */
async function readInventory(tx, after) {
    const rooms = await tx.roomType.findMany({
        ...BY_NUMBER,
        where: { number: { gt: after } },
        take: ROOM_TYPES_PER_BATCH,
        select: { number: true },
    });
    const last = rooms.at(-1)?.number;
    if (last === undefined)
        return null;
    const entries = await tx.$queryRaw `
    SELECT room_type_number AS "roomTypeId", min(night)::text AS "from", max(night)::text AS "to", units
    FROM (
      SELECT room_type_number, night, units,
        night - (row_number() OVER (PARTITION BY room_type_number, units ORDER BY night))::int AS island
      FROM inventory_night WHERE room_type_number > ${after}::int AND room_type_number <= ${last}::int) AS nights
    GROUP BY room_type_number, units, island ORDER BY room_type_number, min(night)`;
    return { entries, last };
}
//# sourceMappingURL=export.js.map