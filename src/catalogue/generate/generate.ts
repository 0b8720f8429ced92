/**
 * Writes a large catalogue for benchmarks, realistic in what matters to speed (sizes, seasons, promotions, capacity). It is
 * written in pieces, so only the disk limits its size. The same seed and day give the same file, byte for byte.
 */
import type { Day } from '../../domain/time/civil-date.ts';
import type { Section } from '../file/file-schema.ts';
import { type WriteChunk, writeCatalogueFile } from '../file/write-file.ts';
import { generateHotel, roomTypeIdsOf } from './generate-hotel.ts';
import { generateInventory } from './generate-inventory.ts';
import { generateText } from './generate-text.ts';
import { generateVisitType, VISIT_TYPES_PER_HOTEL } from './generate-visit-type.ts';
import { createRandomNumbers } from './random-numbers.ts';

export interface GenerateRequest {
  /** About ten visit types each. */
  hotels: number;
  seed: number;
  /** First day of capacity; seasons begin with its month. */
  today: Day;
  write: WriteChunk;
}

const HOTELS_PER_DESTINATION = 40;
const TAG_COUNT = 12;
const LOYALTY_PROGRAM_COUNT = 5;
/** A category lists its visit types with each of them, so their number must not grow with the catalogue. */
const HOTELS_PER_CATEGORY = 4;
const MIN_CATEGORIES = 15;

export async function generateCatalogue({ hotels, seed, today, write }: GenerateRequest): Promise<void> {
  const destinations = Math.ceil(hotels / HOTELS_PER_DESTINATION);
  const categories = Math.max(MIN_CATEGORIES, Math.ceil(hotels / HOTELS_PER_CATEGORY));
  const named = (count: number, what: string, more: (id: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: generateText(`${what} ${index + 1}`),
      ...more(index + 1),
    }));
  const small: Partial<Record<Section, object[]>> = {
    channels: [
      { code: 'public', name: 'Public' },
      { code: 'partner', name: 'Partners' },
    ],
    destinations: named(destinations, 'Destination'),
    tags: named(TAG_COUNT, 'Tag', (id) => ({ color: (id * 1_118_481).toString(16).padStart(6, '0') })),
    loyaltyPrograms: named(LOYALTY_PROGRAM_COUNT, 'Program', (id) => ({ percentage: id * 2.5 })),
    visitTypeCategories: named(categories, 'Category'),
    amenityCategories: [
      {
        code: 'wellness',
        name: generateText('Wellness'),
        amenities: [
          { code: 'sauna', label: generateText('Sauna'), detailKinds: ['access', 'opening_hours', 'note'] },
          { code: 'pool', label: generateText('Pool'), detailKinds: ['access', 'area', 'temperature'] },
          { code: 'lift', label: generateText('Lift'), detailKinds: [] },
        ],
      },
    ],
  };
  function* eachHotel(generate: (hotelId: number) => object[]) {
    for (let id = 1; id <= hotels; id++) yield generate(id);
  }
  await writeCatalogueFile(write, [
    ...Object.entries(small).map(([section, entries]) => [section as Section, [entries]] as const),
    ['hotels', eachHotel((id) => [generateHotel(id, { seed, destinations })])],
    ['visitTypes', eachHotel((id) => generateVisitTypes(id, { seed, today, hotels, categories }))],
    ['inventory', eachHotel((id) => generateInventory(id, { seed, today }))],
  ]);
}

function generateVisitTypes(
  hotelId: number,
  { seed, today, hotels, categories }: { seed: number; today: Day; hotels: number; categories: number },
): object[] {
  return Array.from({ length: VISIT_TYPES_PER_HOTEL }, (_, index) => {
    const id = (hotelId - 1) * VISIT_TYPES_PER_HOTEL + index + 1;
    const random = createRandomNumbers(`${seed} visit type ${id}`);
    // Some visit types are sold in the next hotel too.
    const hotelIds = random.chance(0.2) && hotelId < hotels ? [hotelId, hotelId + 1] : [hotelId];
    const roomTypeIds = hotelIds.flatMap((hotel) => roomTypeIdsOf(hotel, seed));
    return generateVisitType(id, {
      random,
      today,
      hotelIds,
      roomTypeIds,
      tags: TAG_COUNT,
      loyaltyPrograms: LOYALTY_PROGRAM_COUNT,
      categories,
    });
  });
}
