/** Hotels. */
import { numberOf } from '../operations/references.ts';
import { pageProblems, starsProblems } from '../operations/search-input.ts';
import { rowsOf, visibleHotel, visibleHotels, visitTypesOfHotel } from '../operations/visibility.ts';
import { builder } from './builder.ts';
import { connectionType, numberPage } from './connection.ts';
import { Destination } from './destination.ts';
import { below, refuse } from './errors.ts';
import { LocalizedText, localized } from './localized-text.ts';
import { Node } from './node.ts';
import { RoomType } from './room-type.ts';
import { VisitType } from './visit-type.ts';

export const Hotel = builder.prismaObject('Hotel', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    stars: t.exposeInt('stars'),
    shortDescription: t.field({
      type: LocalizedText,
      description: 'A short description.',
      resolve: ({ shortDescription }) => localized(shortDescription),
    }),
  }),
});

// Apart from the type itself, because these types refer to each other.
builder.prismaObjectFields(Hotel, (t) => ({
  destination: t.field({
    type: Destination,
    description: 'Destination that it stands in.',
    resolve: async ({ destinationNumber }, _, { session }) =>
      (await session.catalogue.destination.load(destinationNumber))!,
  }),
  roomTypes: t.field({
    type: [RoomType],
    description: 'Its room types, by number.',
    resolve: async ({ number }, _, { session }) =>
      rowsOf(session, 'roomType', (await session.catalogue.related.hotelRoomTypes.load(number)) ?? []),
  }),
  visitTypes: t.field({
    type: [VisitType],
    description: 'Visit types sold there, by number.',
    resolve: ({ number }, _, { session }) => visitTypesOfHotel(session, number),
  }),
}));

const HotelConnection = connectionType('Hotel', Hotel);

const HotelFilter = builder.inputType('HotelFilter', {
  description: 'Which hotels to list; what is left out does not select.',
  fields: (t) => ({
    destination: t.id({ description: 'ObjectId or number of a destination.' }),
    starsMin: t.int({ description: 'Fewest stars, 1 to 5.' }),
    starsMax: t.int({ description: 'Most stars, 1 to 5.' }),
  }),
});

builder.queryField('hotels', (t) =>
  t.field({
    type: HotelConnection,
    description: 'Hotels that the API key sees, by number.',
    args: {
      filter: t.arg({ type: HotelFilter, description: 'Which hotels.' }),
      first: t.arg.int({ defaultValue: 20, required: true, description: 'Rows of a page, 1 to 100.' }),
      after: t.arg.string({ description: 'Cursor of the row before the page.' }),
    },
    resolve: async (_, { filter, ...page }, { session }) => {
      const { destination, starsMin, starsMax } = filter ?? {};
      const stars = below('filter', starsProblems({ hotelStarsMin: starsMin, hotelStarsMax: starsMax }));
      refuse([
        ...stars.map((problem) => ({ ...problem, path: problem.path.replace('hotelStars', 'stars') })),
        ...pageProblems(page),
      ]);
      const destinationNumber = destination == null ? undefined : await numberOf(session, 'destination', destination);
      const hotels = destinationNumber === null ? [] : await visibleHotels(session, destinationNumber);
      return numberPage(
        hotels.filter(({ stars }) => stars >= (starsMin ?? 1) && stars <= (starsMax ?? 5)),
        page,
      );
    },
  }),
);

builder.queryField('hotel', (t) =>
  t.field({
    type: Hotel,
    nullable: true,
    description: 'A hotel; null when there is none that the API key sees.',
    args: { id: t.arg.id({ required: true, description: 'ObjectId or number.' }) },
    resolve: async (_, { id }, { session }) => {
      const number = await numberOf(session, 'hotel', id);
      return number === null ? null : visibleHotel(session, number);
    },
  }),
);
