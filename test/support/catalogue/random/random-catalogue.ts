/**
 * Random catalogue files: valid by the format and as nasty as it allows, with everything that matters crowded around a
 * given day. The same seed and size always give the same file. `randomCatalogue` is for whole imports; the properties
 * of the rules draw tiny ones from bytes, so that a counterexample shrinks.
 */
import { plusDays } from '../../oracle/oracle-dates.ts';
import type { CatalogueFile, FileHotel, FileInventory, FileRoomType } from '../../oracle/oracle-file.ts';
import { remainingUnits, sceneOf } from '../../oracle/oracle-scope.ts';
import { around, between, type Draw, drawFromSeed, oneIn, pick } from './random-draw.ts';
import { randomText } from './random-text.ts';
import { randomVisitType } from './random-visit-type.ts';

/** Exact numbers of destinations, hotels and visit types; the others are upper bounds. */
export interface CatalogueSize {
  channels: 1 | 2 | 3;
  destinations: number;
  hotels: number;
  roomTypesPerHotel: number;
  visitTypes: number;
  hotelsPerVisitType: number;
  priceLists: number;
  seasonsPerRoom: number;
  promotions: number;
  loyaltyPrograms: number;
  /** Whether free, tiny and huge prices and promotions of about 0 and 100 % are frequent. */
  extremes: boolean;
}

export const TINY: CatalogueSize = {
  channels: 2,
  destinations: 1,
  hotels: 1,
  roomTypesPerHotel: 2,
  visitTypes: 1,
  hotelsPerVisitType: 1,
  priceLists: 4,
  seasonsPerRoom: 3,
  promotions: 4,
  loyaltyPrograms: 2,
  extremes: true,
};

export const MEDIUM: CatalogueSize = {
  channels: 3,
  destinations: 4,
  hotels: 12,
  roomTypesPerHotel: 4,
  visitTypes: 40,
  hotelsPerVisitType: 4,
  priceLists: 6,
  seasonsPerRoom: 4,
  promotions: 5,
  loyaltyPrograms: 4,
  extremes: false,
};

const CHANNELS = ['public', 'partner', 'club'];

function counting(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function randomHotel(draw: Draw, id: number, size: CatalogueSize): FileHotel {
  const roomTypes: FileRoomType[] = counting(between(draw, 1, size.roomTypesPerHotel)).map((index) => ({
    id: id * 10 + index,
    code: `R${id}-${index}`,
    category: randomText(draw, `Room ${id}-${index}`),
    beds: pick(draw, [2, 1, 3, 4]),
    images: [],
  }));
  return {
    id,
    code: `hotel-${id}`,
    name: `Hotel ${id}`,
    destinationId: id <= size.destinations ? id : between(draw, 1, size.destinations),
    stars: between(draw, 1, 5),
    shortDescription: randomText(draw, `About hotel ${id}`),
    taglines: [{ channel: 'public', text: randomText(draw, `Tagline ${id}`) }],
    accommodationRules: {
      checkInFrom: '14:00',
      checkInTo: '22:00',
      checkOutTo: '10:00',
      petsAllowed: oneIn(draw, 2),
      childrenFromAge: draw(6),
      smokingAllowed: false,
      note: randomText(draw, `Rules of hotel ${id}`),
    },
    mealServices: [{ boarding: 'HALF_BOARD', servedAs: 'BUFFET', from: '07:00', to: '10:00' }],
    indicationCodes: ['II/1', 'VI/3'],
    staffLanguageCodes: ['cs', 'de'],
    images: [],
    amenities: [],
    roomTypes,
  };
}

/** A long entry or none, then exceptions that override it: none, one unit, several, closed nights. */
function randomInventory(draw: Draw, { today, roomTypeId }: { today: string; roomTypeId: number }): FileInventory[] {
  const entries: FileInventory[] = [];
  if (!oneIn(draw, 4)) {
    const from = oneIn(draw, 3) ? around(draw, 15) : -10;
    entries.push({
      roomTypeId,
      from: plusDays(today, from),
      to: plusDays(today, from + pick(draw, [780, 60, 20, 400])),
      units: between(draw, 1, 3),
    });
  }
  for (let count = draw(4); count > 0; count -= 1) {
    const from = oneIn(draw, 6) ? between(draw, 50, 730) : between(draw, -5, 45);
    const length = pick(draw, [1, 2, 5, 1, 12, 60]);
    const units = pick(draw, [0, 1, 2, 0]);
    const closed = units > 0 && oneIn(draw, 4);
    entries.push({ roomTypeId, from: plusDays(today, from), to: plusDays(today, from + length - 1), units, closed });
  }
  return entries;
}

/** A catalogue from drawn choices, its dates around `today`. */
export function drawnCatalogue(draw: Draw, size: CatalogueSize, today: string): CatalogueFile {
  const last = new Map<string, number>();
  const nextId = (kind: string): number => {
    const id = (last.get(kind) ?? (kind === 'visitType' ? 100 : 0)) + 1;
    last.set(kind, id);
    return id;
  };
  const channels = CHANNELS.slice(0, size.channels);
  const hotels = counting(size.hotels).map((id) => randomHotel(draw, id, size));
  const loyaltyPrograms = counting(size.loyaltyPrograms).map((id) => ({
    id,
    name: randomText(draw, `Program ${id}`),
    percentage: pick(draw, [5, 10, 7.25, 33.33, 100, 0.01, 99.99, 50]),
  }));
  const categoryIds = counting(3);
  const tagIds = counting(2);
  const visitTypes = counting(size.visitTypes).map(() =>
    randomVisitType(draw, {
      today,
      channels,
      hotels,
      categoryIds,
      tagIds,
      loyaltyProgramIds: loyaltyPrograms.map(({ id }) => id),
      limits: size,
      nextId,
    }),
  );
  return {
    format: 'spa-stay-catalogue/1',
    channels: channels.map((code) => ({ code, name: `Channel ${code}` })),
    destinations: counting(size.destinations).map((id) => ({ id, name: randomText(draw, `Destination ${id}`) })),
    tags: tagIds.map((id) => ({ id, name: randomText(draw, `Tag ${id}`), color: '2f9e44' })),
    loyaltyPrograms,
    visitTypeCategories: categoryIds.map((id) => ({ id, name: randomText(draw, `Category ${id}`) })),
    amenityCategories: [],
    hotels,
    visitTypes,
    inventory: hotels.flatMap((hotel) =>
      hotel.roomTypes.flatMap(({ id }) => randomInventory(draw, { today, roomTypeId: id })),
    ),
  };
}

/** The catalogue of a seed. The same seed, size and day give the same file, byte for byte. */
export function randomCatalogue(seed: number, size: CatalogueSize, today: string): CatalogueFile {
  return drawnCatalogue(drawFromSeed(seed), size, today);
}

/** Units sold per room type id and night, never more than recorded, on some nights of the next weeks. */
export function drawnSales(draw: Draw, catalogue: CatalogueFile, today: string): Map<number, Map<string, number>> {
  const nothingSold = { catalogue, sold: new Map(), today, todayUtc: today, channel: 'public', destinationIds: null };
  const scene = sceneOf(nothingSold);
  const sold = new Map<number, Map<string, number>>();
  for (const roomTypeId of catalogue.hotels.flatMap((hotel) => hotel.roomTypes.map(({ id }) => id))) {
    const nights = new Map<string, number>();
    for (let count = draw(6); count > 0; count -= 1) {
      const night = plusDays(today, draw(40));
      const units = remainingUnits(scene, roomTypeId, night);
      if (units > 0) nights.set(night, units - draw(units));
    }
    sold.set(roomTypeId, nights);
  }
  return sold;
}
