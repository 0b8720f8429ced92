import { chain } from '../../../data/cache/maybe-promise.ts';
import { withoutEmpty } from '../../../domain/text/localized.ts';
import { listRoomTypes, ROOM_TYPE_ORDERS } from '../../../operations/search/list-room-types.ts';
import { roomTypeFilterProblems } from '../../../operations/search/search-input.ts';
import { builder, FAILS_ALONE } from '../builder.ts';
import { connectionType, entities, loadPage } from '../connection.ts';
import { RoomTypeSortEnum } from '../enums.ts';
import { prefixPaths } from '../errors.ts';
import { pageSize } from '../input/bounds.ts';
import { roomTypesCost } from '../list-costs.ts';
import { LocalizedText, localizedField, parseLocalized } from '../localized-text.ts';
import { referredRow } from '../referred-row.ts';
import { Node } from './node.ts';

export const RoomType = builder.prismaObject('RoomType', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    code: t.exposeString('code'),
    category: t.field({
      type: LocalizedText,
      description: 'Its category, for example "Double room Superior"; null in a language in which it is empty (V7).',
      resolve: ({ category }) => withoutEmpty(parseLocalized(category)),
    }),
    beds: t.exposeInt('beds'),
    area: t.exposeFloat('area', { nullable: true }),
    bedTypes: t.field(localizedField('bedTypes', 'Its beds, for example "One double bed and a sofa bed".')),
    hotel: t.field({
      type: 'Hotel',
      description: 'Hotel that it belongs to.',
      resolve: ({ hotelNumber }, _, context) => chain(context.catalogue.hotel.load(hotelNumber), referredRow),
    }),
  }),
});

const RoomTypeConnection = connectionType('RoomType', RoomType);

const RoomTypeFilter = builder.inputType('RoomTypeFilter', {
  description: 'Which room types to list; what is left out does not select, nor does an empty `code` or `search`.',
  fields: (t) => ({
    hotel: t.id({ description: 'ObjectId or number of a hotel; one that names nothing selects nothing.' }),
    occupancy: t.int({ description: 'Exactly this many beds, at least 1.' }),
    code: t.string({ description: 'The whole code, in the same case; at most 200 characters.' }),
    search: t.string({
      description:
        'Part of the code, or of the category in any language, in any case and with or without accents; at most 200 characters.',
    }),
  }),
});

builder.queryField('roomTypes', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: RoomTypeConnection,
    complexity: roomTypesCost,
    description: 'Room types of the hotels that the API key sees; those with equal sort values by number.',
    args: {
      filter: t.arg({ type: RoomTypeFilter, description: 'Which room types.' }),
      sort: t.arg({ type: RoomTypeSortEnum, defaultValue: 'id', required: true, description: 'Their order.' }),
      first: t.arg.int(pageSize(20)),
      after: t.arg.string({ description: 'Cursor of the row before the page, from a list in the same order.' }),
    },
    resolve: (_, { filter, sort, ...asked }, context) =>
      loadPage(asked, {
        ...entities(context, 'roomType'),
        order: ROOM_TYPE_ORDERS[sort],
        problems: prefixPaths('filter', roomTypeFilterProblems(filter ?? {})),
        keys: () => listRoomTypes(context, filter ?? {}, sort),
      }),
  }),
);
