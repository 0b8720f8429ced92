/** What prices were and became, by price list and room type, in pages (M13, M14). */
import type { RatePart } from '../../../data/updates/recorded-changes.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { visibleVisitType } from '../../../operations/access/visibility.ts';
import { type CursorOrder, formatCursor, parseSignedCursor } from '../../../operations/search/cursors.ts';
import { pageProblems } from '../../../operations/search/search-input.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { cursorsOf, type Page, uncountedConnectionType } from '../connection.ts';
import { CurrencyEnum } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';

type ChangedPrice = RatePart['ranges'][number];

const PriceRange = builder.objectRef<ChangedPrice>('ChangedPrice').implement({
  description: 'Nights that had one price and have another one, or a season of a package.',
  fields: (t) => ({
    ...nightsOf(t),
    before: t.exposeInt('before', { nullable: true, description: 'Amount in minor units before; null: no price.' }),
    after: t.exposeInt('after', { nullable: true, description: 'Amount in minor units after; null: no price.' }),
  }),
});

/** The first and the last night of a changed range. */
export function nightsOf<Range extends { readonly from: number; readonly to: number }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Range>,
) {
  return {
    from: t.field({ type: 'LocalDate', description: 'First night.', resolve: ({ from }) => formatDay(from) }),
    to: t.field({ type: 'LocalDate', description: 'Last night, included.', resolve: ({ to }) => formatDay(to) }),
  };
}

/** A part with its place among all of its change. */
export type Placed<Part> = Part & { readonly position: number };

/** The room type of a part, which may have been removed since. */
export function partRoomType<Part extends { readonly roomTypeNumber: number }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Part>,
) {
  return t.field({
    type: 'RoomType',
    nullable: true,
    description: 'The room type; null: it was removed since.',
    resolve: ({ roomTypeNumber }: { readonly roomTypeNumber: number }, _: object, context: RequestContext) =>
      context.catalogue.roomType.load(roomTypeNumber),
  });
}

const PricePart = builder.objectRef<Placed<RatePart>>('ChangedPrices').implement({
  description: 'What prices of a room type in one price list were and became.',
  fields: (t) => ({
    visitType: t.field({
      type: 'VisitType',
      nullable: true,
      description: 'The visit type; null: it is not sold any more.',
      resolve: ({ visitTypeNumber }, _, context) => visibleVisitType(context, visitTypeNumber),
    }),
    priceList: t.exposeInt('priceListNumber', {
      description: 'Number of the price list, unique within the visit type.',
    }),
    currency: t.expose('currency', { type: CurrencyEnum, description: 'Currency of the amounts.' }),
    roomType: partRoomType(t),
    ranges: t.expose('ranges', {
      type: [PriceRange],
      description: 'Nights whose price is another one, ascending, joined where they have the same prices.',
    }),
  }),
});

export const PricePartConnection = uncountedConnectionType('ChangedPrices', PricePart);

const PARTS_ORDER: CursorOrder = { resource: 'parts', mode: 'place', words: 'the order of the change' };

/** The page of parts after a cursor. `load` gives parts after a position, at least one more than the page has if there are more. */
export async function partsPage<Part extends { readonly position: number }>(
  { first, after }: { first: number; after?: string | null | undefined },
  { services: { cursors } }: RequestContext,
  load: (asked: { readonly after: number; readonly first: number }) => Promise<readonly Part[]> | readonly Part[],
): Promise<Page<Part>> {
  const read = after == null ? null : parseSignedCursor<number>(after, PARTS_ORDER, cursors);
  throwIfInvalid([...pageProblems({ first }), ...(read && 'problem' in read ? [read.problem] : [])]);
  const place = read && 'key' in read ? Number(read.key[0]) : -1;
  const found = await load({ after: place, first: first + 1 });
  const nodes = found.slice(0, first);
  return {
    nodes,
    cursorAt: cursorsOf(nodes, (part) => formatCursor([part.position, 0], PARTS_ORDER, cursors)),
    hasNextPage: found.length > first,
    hasPreviousPage: place >= 0,
  };
}
