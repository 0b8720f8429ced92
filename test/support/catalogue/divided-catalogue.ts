/**
 * A catalogue of two sides that must not see each other, north and south, and a valley between them that both see.
 * Every text of a side names it. A side can be left out, to compare a key's view with a world without the other side.
 * Each side is cheaper than the other in one currency, so that prices can reveal it, too.
 */
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { objectId } from '../booking/booking-scene.ts';

export const SIDES = ['north', 'south'] as const;
export type Side = (typeof SIDES)[number];

/** The clock's date. */
export const TODAY = '2027-01-10';
/** For each place: the destination, the hotel, its own visit type, and the last digit of the room type. */
const PLACES = { north: 1, south: 2, valley: 3 } as const;
type Place = keyof typeof PLACES;

/** The destinations that a side's keys see. */
export const DESTINATIONS: Record<Side, number[]> = {
  north: [PLACES.north, PLACES.valley],
  south: [PLACES.south, PLACES.valley],
};

const PRICES = { north: { CZK: 1301, EUR: 97 }, south: { CZK: 1709, EUR: 53 }, valley: { CZK: 1999, EUR: 101 } };
const YEAR = { from: '2027-01-01', to: '2027-12-31' };

const text = (place: string, what: string) => ({
  cs_CZ: `${place} ${what} cs`,
  de: `${place} ${what} de`,
  en: `${place} ${what} en`,
  ru: `${place} ${what} ru`,
});
const image = (place: string, what: string) => ({
  url: `https://images.example/${place}-${what}.jpg`,
  thumbnailUrl: `https://images.example/${place}-${what}-small.jpg`,
  alt: text(place, what),
});

function hotel(place: Place, sides: readonly Side[]): NonNullable<Catalogue['hotels']>[number] {
  const number = PLACES[place];
  const room = number * 10 + 1;
  return {
    ...{
      id: number,
      _id: objectId('h', number),
      code: `${place}-code`,
      name: `Hotel ${place}`,
      destinationId: number,
      stars: 4,
    },
    shortDescription: text(place, 'description'),
    taglines: sides.map((side) => ({
      channel: side,
      text: text(place === 'valley' ? side : place, `tagline of ${side}`),
    })),
    accommodationRules: { note: text(place, 'rules') },
    mealServices: [{ boarding: 'DINNER', servedAs: `${place.toUpperCase()}_MENU` }],
    indicationCodes: [`${place}/1`],
    images: [image(place, 'front')],
    amenities: [{ code: 'sauna', note: text(place, 'note') }],
    roomTypes: [
      {
        id: room,
        _id: objectId('r', room),
        code: `${place}-room`,
        beds: 2,
        category: text(place, 'category'),
        images: [image(place, 'room')],
      },
    ],
  };
}

/** The category and the tag of all visit types; each place has a category and a tag of its own, too. */
const COMMON = 1;
const groupOf = (place: Place): number => 10 + PLACES[place];

/** A visit type sold in some places, with a promotion for each channel and for each place. */
function visitType(number: number, name: Place | 'common', places: readonly Place[], sides: readonly Side[]) {
  const groupIds = name === 'common' ? [COMMON] : [COMMON, groupOf(name)];
  const promotion = (id: number, place: string, percentage: number, channels: string[], hotelIds: number[] | null) => ({
    ...{
      id,
      _id: objectId('m', number * 10 + id),
      name: text(place, `promotion ${id}`),
      percentage,
      channels,
      hotelIds,
    },
    ...{ validFrom: '2027-03-01', validTo: '2027-10-01' },
  });
  return {
    ...{
      id: number,
      _id: objectId('v', number),
      priorityPosition: number,
      nightsMin: 2,
      nightsMax: 10,
      boarding: 'HALF_BOARD' as const,
    },
    ...{
      name: text(name, 'stay'),
      description: text(name, 'cure'),
      services: text(name, 'services'),
      notice: text(name, 'notice'),
    },
    ...{ bookingUrl: text(name, 'address'), commercialSlogan: text(name, 'slogan'), stayCategory: 'health' as const },
    ...{
      categoryIds: groupIds,
      tagIds: groupIds,
      loyaltyProgramIds: [1],
      hotelIds: places.map((place) => PLACES[place]),
    },
    priceLists: (['CZK', 'EUR'] as const).map((currency, index) => ({
      ...{
        id: index + 1,
        _id: objectId('p', number * 10 + index),
        kind: 'PER_NIGHT' as const,
        quotedPer: 'ROOM' as const,
        currency,
      },
      rates: places.map((place) => ({
        roomTypeId: PLACES[place] * 10 + 1,
        ...YEAR,
        amount: PRICES[place][currency] + (number % 10),
      })),
    })),
    promotions: [
      ...sides.map((side) => promotion(PLACES[side], side, 10 + PLACES[side], [side], null)),
      ...places.map((place) =>
        promotion(3 + PLACES[place], place, 2 + PLACES[place], ['public', ...sides], [PLACES[place]]),
      ),
    ],
  };
}

const groups = (kind: string, places: readonly Place[], what: string) => [
  { id: COMMON, _id: objectId(kind, COMMON), name: text('common', what) },
  ...places.map((place) => {
    return { id: groupOf(place), _id: objectId(kind, groupOf(place)), name: text(place, what) };
  }),
];

/** The catalogue with the valley and these sides. */
export function dividedCatalogue(sides: readonly Side[]): Catalogue {
  const places: Place[] = [...sides, 'valley'];
  return {
    format: 'spa-stay-catalogue/1',
    channels: ['public', ...sides].map((code) => ({ code, name: `Channel ${code}` })),
    destinations: places.map((place) => ({
      id: PLACES[place],
      _id: objectId('d', PLACES[place]),
      name: text(place, 'destination'),
    })),
    tags: groups('t', places, 'tag').map((group) => ({ ...group, color: '2f9e44' })),
    loyaltyPrograms: [{ id: 1, _id: objectId('l', 1), name: text('common', 'program'), percentage: 10 }],
    visitTypeCategories: groups('c', places, 'category'),
    amenityCategories: [
      {
        ...{ code: 'wellness', name: text('common', 'wellness') },
        amenities: [{ code: 'sauna', label: text('common', 'sauna'), detailKinds: ['note'] }],
      },
    ],
    hotels: places.map((place) => hotel(place, sides)),
    visitTypes: [
      visitType(100, 'common', places, sides),
      ...places.map((place) => visitType(100 + PLACES[place], place, [place], sides)),
    ],
    inventory: places.map((place) => ({ roomTypeId: PLACES[place] * 10 + 1, ...YEAR, units: 5 })),
  };
}

/** References to everything in a place of the whole catalogue, by number and by ObjectId, and some to nothing. */
export const REFERENCES: readonly string[] = [
  ...[1, 2, 3].flatMap((number) => [String(number), objectId('d', number), objectId('h', number)]),
  ...[11, 21, 31].flatMap((number) => [String(number), objectId('r', number)]),
  ...[100, 101, 102, 103].flatMap((number) => [String(number), objectId('v', number)]),
  ...Object.keys(PLACES).flatMap((place) => ['t', 'c'].map((kind) => objectId(kind, groupOf(place as Place)))),
  ...[objectId('m', 1002), ...['t', 'l', 'c'].map((kind) => objectId(kind, 1))],
  ...['999', objectId('h', 999)],
];
