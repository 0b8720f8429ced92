import { chain } from '../../../data/cache/maybe-promise.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import {
  canSeeDestination,
  loadRows,
  loadVisitTypesOfHotel,
  visibleHotel,
} from '../../../operations/access/visibility.ts';
import { hotelOrder, listHotels } from '../../../operations/search/list-hotels.ts';
import { HOTEL_STARS, hotelFilterProblems, isWish } from '../../../operations/search/search-input.ts';
import { inTurn } from '../../../operations/walk.ts';
import { builder, FAILS_ALONE } from '../builder.ts';
import { connectionType, entities, loadPage } from '../connection.ts';
import { HotelSortEnum } from '../enums.ts';
import { prefixPaths } from '../errors.ts';
import { describedWithin, pageSize } from '../input/bounds.ts';
import { wishOf } from '../input/wish.ts';
import { hotelsCost, roomTypesOfHotelCost, visitTypesOfHotelCost } from '../list-costs.ts';
import { localizedField } from '../localized-text.ts';
import { referredRow } from '../referred-row.ts';
import { Node } from './node.ts';

export const Hotel = builder.prismaObject('Hotel', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    stars: t.exposeInt('stars'),
    address: t.exposeString('address', {
      nullable: true,
      description: 'Its postal address in one line; null: not stated.',
    }),
    phone: t.exposeString('phone', { nullable: true, description: 'Its telephone number; null: not stated.' }),
    shortDescription: t.field(localizedField('shortDescription', 'A short description.')),
    destination: t.field({
      type: 'Destination',
      description: 'Destination that it stands in.',
      resolve: ({ destinationNumber }, _, context) =>
        chain(context.catalogue.destination.load(destinationNumber), referredRow),
    }),
    roomTypes: t.field({
      type: ['RoomType'],
      complexity: roomTypesOfHotelCost,
      description: 'Its room types, by number; none where a booking names a hotel that the API key does not see.',
      resolve: ({ number, destinationNumber }, _, context) =>
        canSeeDestination(context, destinationNumber)
          ? inTurn(context, () =>
              chain(context.catalogue.related.hotelRoomTypes.load(number), (roomTypes) =>
                loadRows(context, 'roomType', roomTypes ?? []),
              ),
            )
          : [],
    }),
    visitTypes: t.field({
      type: ['VisitType'],
      complexity: visitTypesOfHotelCost,
      description:
        'Visit types sold there, by number; none where a booking names a hotel that the API key does not see.',
      resolve: ({ number, destinationNumber }, _, context) =>
        canSeeDestination(context, destinationNumber)
          ? inTurn(context, () => loadVisitTypesOfHotel(context, number))
          : [],
    }),
  }),
});

const HotelConnection = connectionType('Hotel', Hotel);

const HotelFilter = builder.inputType('HotelFilter', {
  description:
    'Which hotels to list; what is left out does not select, nor does an empty `code` or `name`, or a `search` without words.',
  fields: (t) => ({
    destination: t.id({ description: 'ObjectId or number of a destination; one that names nothing selects nothing.' }),
    starsMin: t.int(describedWithin('Fewest stars', HOTEL_STARS)),
    starsMax: t.int({ description: 'Most stars, 1 to 5; not below `starsMin`.' }),
    code: t.string({ description: 'The whole code, in the same case; at most 200 characters.' }),
    name: t.string({
      description: 'Part of the name, in any case and with or without accents; at most 200 characters.',
    }),
    search: t.string(wishOf('the hotel: its name, its destination, its amenities and indications, its descriptions')),
  }),
});

builder.queryField('hotels', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: HotelConnection,
    complexity: hotelsCost,
    description: 'Hotels that the API key sees; those with equal sort values by number.',
    args: {
      filter: t.arg({ type: HotelFilter, description: 'Which hotels.' }),
      sort: t.arg({
        type: HotelSortEnum,
        description: `Their order. Default: RELEVANCE where \`search\` has words, else NUMBER.`,
      }),
      first: t.arg.int(pageSize(20)),
      after: t.arg.string({ description: 'Cursor of the row before the page, from a list in the same order.' }),
    },
    resolve: (_, { filter, sort, ...asked }, context) => {
      const order = sort ?? (isWish(filter?.search) ? 'relevance' : 'id');
      return loadPage(asked, {
        ...entities(context, 'hotel'),
        order: hotelOrder(order),
        problems: prefixPaths('filter', hotelFilterProblems(filter ?? {})),
        keys: () => listHotels(context, filter ?? {}, order),
      });
    },
  }),
);

builder.queryField('hotel', (t) =>
  t.field({
    type: Hotel,
    nullable: true,
    description: 'A hotel; null when there is none that the API key sees.',
    args: { id: t.arg.id({ required: true, description: 'ObjectId or number.' }) },
    resolve: async (_, { id }, context) => {
      const number = await resolveNumber(context, 'hotel', id);
      return number === null ? null : visibleHotel(context, number);
    },
  }),
);
