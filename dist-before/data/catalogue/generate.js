import { sectionWriter } from './export.js';
import { CATALOGUE_FORMAT } from './file-schema.js';
import { generatedHotel, roomTypeIdsOf } from './generate-hotel.js';
import { generatedInventory } from './generate-inventory.js';
import { generatedText } from './generate-text.js';
import { generatedVisitType, VISIT_TYPES_PER_HOTEL } from './generate-visit-type.js';
import { randomNumbers } from './random-numbers.js';
const HOTELS_PER_DESTINATION = 40;
const TAGS = 12;
const LOYALTY_PROGRAMS = 5;
/** A category lists its visit types with each of them: their number must not grow with the catalogue. */
const HOTELS_PER_CATEGORY = 4;
const LEAST_CATEGORIES = 15;
/** Generates a catalogue. */
export async function generateCatalogue({ hotels, seed, today, write }) {
    const destinations = Math.ceil(hotels / HOTELS_PER_DESTINATION);
    const categories = Math.max(LEAST_CATEGORIES, Math.ceil(hotels / HOTELS_PER_CATEGORY));
    const named = (count, what, more = () => ({})) => Array.from({ length: count }, (_, index) => ({
        id: index + 1,
        name: generatedText(`${what} ${index + 1}`),
        ...more(index + 1),
    }));
    await write(`{\n"format": ${JSON.stringify(CATALOGUE_FORMAT)}`);
    const sections = {
        channels: [
            { code: 'public', name: 'Public' },
            { code: 'partner', name: 'Partners' },
        ],
        destinations: named(destinations, 'Destination'),
        tags: named(TAGS, 'Tag', (id) => ({ color: (id * 1_118_481).toString(16).padStart(6, '0') })),
        loyaltyPrograms: named(LOYALTY_PROGRAMS, 'Program', (id) => ({ percentage: id * 2.5 })),
        visitTypeCategories: named(categories, 'Category'),
        amenityCategories: [
            {
                code: 'wellness',
                name: generatedText('Wellness'),
                amenities: [
                    { code: 'sauna', label: generatedText('Sauna'), detailKinds: ['access', 'opening_hours', 'note'] },
                    { code: 'pool', label: generatedText('Pool'), detailKinds: ['access', 'area', 'temperature'] },
                    { code: 'lift', label: generatedText('Lift'), detailKinds: [] },
                ],
            },
        ],
    };
    for (const [section, entries] of Object.entries(sections)) {
        const writer = sectionWriter(section, write);
        await writer.add(entries);
        await writer.end();
    }
    const ids = Array.from({ length: hotels }, (_, index) => index + 1);
    const large = [
        ['hotels', (id) => [generatedHotel(id, { seed, destinations })]],
        ['visitTypes', (id) => visitTypesOf(id, { seed, today, hotels, categories })],
        ['inventory', (id) => generatedInventory(id, { seed, today })],
    ];
    for (const [section, entriesOf] of large) {
        const writer = sectionWriter(section, write);
        for (const id of ids)
            await writer.add(entriesOf(id));
        await writer.end();
    }
    await write('\n}\n');
}
function visitTypesOf(hotelId, { seed, today, hotels, categories }) {
    return Array.from({ length: VISIT_TYPES_PER_HOTEL }, (_, index) => {
        const id = (hotelId - 1) * VISIT_TYPES_PER_HOTEL + index + 1;
        const random = randomNumbers(`${seed} visit type ${id}`);
        // Some visit types are sold in the next hotel too.
        const hotelIds = random.chance(0.2) && hotelId < hotels ? [hotelId, hotelId + 1] : [hotelId];
        const roomTypeIds = hotelIds.flatMap((hotel) => roomTypeIdsOf(hotel, seed));
        return generatedVisitType(id, {
            random,
            today,
            hotelIds,
            roomTypeIds,
            tags: TAGS,
            loyaltyPrograms: LOYALTY_PROGRAMS,
            categories,
        });
    });
}
//# sourceMappingURL=generate.js.map