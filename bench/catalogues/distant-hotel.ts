/**
 * A hotel for the search of the first bookable month: ten room types, priced every night, without a bookable stay for eighteen
 * months, so that the search must go that far. It sorts last in every list.
 */
import type { Catalogue } from '../../src/catalogue/file/file-schema.ts';
import { addMonths, type Day, firstOfMonth, formatDay } from '../../src/domain/time/civil-date.ts';

export const DISTANT = { hotel: 900_000, visitType: 900_000, firstRoomType: 9_000_000, roomTypes: 10 } as const;
const MONTHS_UNTIL_BOOKABLE = 18;
const MINIMUM_NIGHTS = 5;

/** The catalogue file of the hotel. Import it into a catalogue that has the destination and the channel. */
export function distantHotel({ today, destination }: { today: Day; destination: number }): Catalogue {
  const bookable = addMonths(firstOfMonth(today), MONTHS_UNTIL_BOOKABLE);
  const roomTypes = Array.from({ length: DISTANT.roomTypes }, (_, index) => DISTANT.firstRoomType + index);
  const season = { from: formatDay(firstOfMonth(today)), to: formatDay(addMonths(today, 24)) };
  return {
    format: 'spa-stay-catalogue/1',
    hotels: [
      {
        id: DISTANT.hotel,
        code: 'distant',
        name: 'Distant Hotel',
        destinationId: destination,
        stars: 4,
        roomTypes: roomTypes.map((id) => ({ id, code: `D${id % 100}`, beds: 2 })),
      },
    ],
    visitTypes: [
      {
        id: DISTANT.visitType,
        priorityPosition: 1_000_000,
        name: { en: 'Distant stay' },
        hotelIds: [DISTANT.hotel],
        boarding: 'HALF_BOARD',
        nightsMin: MINIMUM_NIGHTS,
        nightsMax: 21,
        priceLists: (['CZK', 'EUR'] as const).map((currency, index) => ({
          id: index + 1,
          kind: 'PER_NIGHT' as const,
          quotedPer: 'ROOM' as const,
          currency,
          rates: roomTypes.map((roomTypeId) => ({ roomTypeId, ...season, amount: 1_000 })),
        })),
      },
    ],
    // Earlier free nights are too few for the shortest stay; the search must not stop at them.
    inventory: roomTypes.flatMap((roomTypeId) => [
      ...Array.from({ length: MONTHS_UNTIL_BOOKABLE }, (_, month) => {
        const from = addMonths(firstOfMonth(today), month) + 2;
        return { roomTypeId, from: formatDay(from), to: formatDay(from + MINIMUM_NIGHTS - 2), units: 1 };
      }),
      { roomTypeId, from: formatDay(bookable), to: formatDay(addMonths(bookable, 3)), units: 5 },
    ]),
  };
}
