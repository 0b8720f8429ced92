/** Room types. */
import { numberOf } from '../operations/references.ts';
import { rowsOf, visibleHotel, visibleHotels } from '../operations/visibility.ts';
import { builder } from './builder.ts';
import { connectionType, numberPage } from './connection.ts';
import { Hotel } from './hotel.ts';
import { LocalizedText, localized } from './localized-text.ts';
import { Node } from './node.ts';

export const RoomType = builder.prismaObject('RoomType', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    code: t.exposeString('code'),
    category: t.field({
      type: LocalizedText,
      description: 'Its category, for example "Double room Superior".',
      resolve: ({ category }) => localized(category),
    }),
    beds: t.exposeInt('beds'),
  }),
});

// Apart from the type itself, because these types refer to each other.
builder.prismaObjectFields(RoomType, (t) => ({
  hotel: t.field({
    type: Hotel,
    description: 'Hotel that it belongs to.',
    resolve: async ({ hotelNumber }, _, { session }) => (await session.catalogue.hotel.load(hotelNumber))!,
  }),
}));

const RoomTypeConnection = connectionType('RoomType', RoomType);

const RoomTypeFilter = builder.inputType('RoomTypeFilter', {
  description: 'Which room types to list; what is left out does not select.',
  fields: (t) => ({
    hotel: t.id({ description: 'ObjectId or number of a hotel.' }),
    beds: t.int({ description: 'Exactly this many beds.' }),
  }),
});

builder.queryField('roomTypes', (t) =>
  t.field({
    type: RoomTypeConnection,
    description: 'Room types of the hotels that the API key sees, by number.',
    args: {
      filter: t.arg({ type: RoomTypeFilter, description: 'Which room types.' }),
      first: t.arg.int({ defaultValue: 20, required: true, description: 'Rows of a page, 1 to 100.' }),
      after: t.arg.string({ description: 'Cursor of the row before the page.' }),
    },
    resolve: async (_, { filter, ...page }, { session }) => {
      const hotelNumber = filter?.hotel == null ? undefined : await numberOf(session, 'hotel', filter.hotel);
      const hotels =
        hotelNumber === undefined
          ? await visibleHotels(session)
          : [hotelNumber === null ? null : await visibleHotel(session, hotelNumber)].filter((hotel) => hotel !== null);
      const numbers = await session.catalogue.related.hotelRoomTypes.loadMany(hotels.map((hotel) => hotel.number));
      const sorted = numbers.flatMap((list) => (list instanceof Error ? [] : (list ?? []))).sort((a, b) => a - b);
      const rows = await rowsOf(session, 'roomType', sorted);
      return numberPage(filter?.beds == null ? rows : rows.filter(({ beds }) => beds === filter.beds), page);
    },
  }),
);
