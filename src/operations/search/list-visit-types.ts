/**
 * The lists of visit types: what a filter selects, by priority position (C1), by how well it answers a wish (F15), or by price (F5). A list is
 * cached for what it is made of and the day, so paging and counting are free. Filters select records and never
 * change their content.
 */
import type { EpochKind } from '../../data/cache/cache-tags.ts';
import { chain, chainAll } from '../../data/cache/maybe-promise.ts';
import { Portion } from '../../data/turns.ts';
import { CURRENCIES, type Currency } from '../../domain/pricing/money.ts';
import { SortedKeys, type SortKey, type SortOrder } from '../../domain/text/sort-order.ts';
import { betterRank, NOT_FOUND, wishedWords } from '../../domain/wish/word-grades.ts';
import { resolveExisting } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { ENTITIES_PER_TURN, visibleDestinationNumbers, visibleHotels } from '../access/visibility.ts';
import { giveWay, portionsOf } from '../deadline.ts';
import { sortKeys } from '../sorting.ts';
import { getOrComputeList } from './cached-lists.ts';
import { VISIT_TYPES_PER_BATCH } from './candidates.ts';
import { lowestPriceWithin, resolveWithin } from './price-within.ts';
import { type References, selectSales, selectVisitTypes, type VisitTypeFilter } from './select-visit-types.ts';
import { WISHES_MADE_OF, WishInSales } from './wish/wish-in-sales.ts';

export const VISIT_TYPE_ORDER = {
  resource: 'visit-types',
  mode: 'priority',
  words: 'priority position',
  valueType: 'number',
} as const satisfies SortOrder;

/** The order by rank for the wish; equal ones are ordered as without a wish. */
export const VISIT_TYPE_RELEVANCE = {
  resource: 'visit-types',
  mode: 'relevance',
  words: 'relevance to `search`',
  valueType: 'number',
} as const satisfies SortOrder;

/** Positions are 32-bit integers; a value of this order has the rank above them. */
const POSITIONS = 2 ** 32;

/** The order by lowest price, in each currency. */
export const PRICE_ORDERS = Object.fromEntries(
  CURRENCIES.map((currency) => [
    currency,
    {
      resource: 'visit-types',
      mode: `price-${currency}`,
      words: `lowest price in ${currency}, lowest first`,
      valueType: 'number',
    },
  ]),
) as Readonly<Record<Currency, SortOrder>>;

/** The sort value of a visit type without a price, in minor units. */
const WITHOUT_PRICE = Number.MAX_SAFE_INTEGER;

const MADE_OF: readonly EpochKind[] = ['structure', 'visitType', 'hotel', 'roomType'];
const MADE_OF_WITH_PRICES: readonly EpochKind[] = [...MADE_OF, 'rates'];

/**
 * The sort keys of the selected visit types that the caller sees, by priority position and number.
 * @param furtherCost what computing them costs beyond the estimate (A9), with all that they are made of
 */
export async function listVisitTypes(
  context: RequestContext,
  filter: VisitTypeFilter,
  furtherCost = 0,
): Promise<SortedKeys> {
  const { search, ...others } = filter;
  if (wishedWords(search ?? '').length > 0) {
    const found = new Set((await listVisitTypesByRelevance(context, filter, furtherCost)).numbers);
    return (await listVisitTypes(context, others)).filter((number) => found.has(number));
  }
  const references = await resolveReferences(context, filter);
  if (references === null) return SortedKeys.NONE;
  const destinations = visibleDestinationNumbers(context);
  const madeOf = hasDates(filter) ? MADE_OF_WITH_PRICES : MADE_OF;
  const named = ['visit-types', { ...others, ...references }, destinations];
  return getOrComputeList(context, { named, madeOf, furtherCost }, () =>
    selectVisitTypes(context, { filter, references, destinations }),
  );
}

/** The same by rank for the wish in `search`, the best first, and then as without one. */
export async function listVisitTypesByRelevance(
  context: RequestContext,
  filter: VisitTypeFilter,
  furtherCost = 0,
): Promise<SortedKeys> {
  const references = await resolveReferences(context, filter);
  if (references === null) return SortedKeys.NONE;
  const { search, ...others } = filter;
  const words = wishedWords(search ?? '');
  const named = [
    'visit-types',
    VISIT_TYPE_RELEVANCE.mode,
    { ...others, ...references },
    words,
    visibleDestinationNumbers(context),
  ];
  const madeOf = [...WISHES_MADE_OF, ...(hasDates(filter) ? MADE_OF_WITH_PRICES : MADE_OF)];
  return getOrComputeList(context, { named, madeOf, furtherCost }, async () => {
    const selected = await listVisitTypes(context, others);
    const ranks =
      words.length > 0
        ? await rankVisitTypes(context, { words, filter, references, visitTypes: selected.numbers })
        : new Int32Array(selected.length);
    return byRank(context, selected, ranks);
  });
}

/** Visit types whose ranks are looked at before other requests get a turn: some milliseconds. */
const RANKS_PER_TURN = 20_000;

/** What was found, the best rank first. Within a rank the order stays; sorting all would take most of the time. */
async function byRank(context: RequestContext, selected: SortedKeys, ranks: Int32Array): Promise<SortedKeys> {
  const turn = new Portion(RANKS_PER_TURN);
  const placesOf = new Map<number, number[]>();
  ranks.forEach((rank, place) => {
    const places = placesOf.get(rank);
    if (places) places.push(place);
    else if (rank !== NOT_FOUND) placesOf.set(rank, [place]);
  });
  const values: number[] = [];
  const numbers: number[] = [];
  for (const [rank, places] of [...placesOf].sort(([a], [b]) => a - b)) {
    for (const place of places) {
      // biome-ignore-start lint/style/noNonNullAssertion: there is a rank for each selected one.
      values.push(rank * POSITIONS + Number(selected.values[place]!) + POSITIONS / 2);
      numbers.push(selected.numbers[place]!);
      // biome-ignore-end lint/style/noNonNullAssertion: as above.
      if (turn.add(1)) await giveWay(context);
    }
  }
  return new SortedKeys(new Float64Array(values), new Int32Array(numbers));
}

interface Wish {
  readonly words: readonly string[];
  readonly filter: VisitTypeFilter;
  readonly references: References;
  readonly visitTypes: Int32Array;
}

/** The best rank of each, by itself or together with a hotel in which the conditions about hotels hold; `NOT_FOUND`: it misses a word. */
async function rankVisitTypes(
  context: RequestContext,
  { words, filter, references, visitTypes }: Wish,
): Promise<Int32Array> {
  const hotels = await findHotels(context, filter, references);
  const wish = await WishInSales.load(context, { words, visitTypes, hotels });
  const turn = new Portion(RANKS_PER_TURN);
  const ranks = new Int32Array(visitTypes.length);
  for (const [place, visitType] of visitTypes.entries()) {
    ranks[place] = wish.rankOf(visitType, null);
    if (turn.add(1)) await giveWay(context);
  }
  const sales = await findSales(context, { filter, references, hotels: wish.hotels });
  if (sales.length === 0) return ranks;
  const places = new Map<number, number>();
  for (const [place, visitType] of visitTypes.entries()) {
    places.set(visitType, place);
    if (turn.add(1)) await giveWay(context);
  }
  for (const { hotel, sold } of sales) {
    for (const visitType of sold) {
      const place = places.get(visitType);
      if (place !== undefined) ranks[place] = betterRank(ranks[place] ?? NOT_FOUND, wish.rankOf(visitType, hotel));
    }
    if (turn.add(sold.length)) await giveWay(context);
  }
  return ranks;
}

/** The numbers of the hotels that the caller sees and the filter names, by its own conditions. */
async function findHotels(
  context: RequestContext,
  { starsMin, starsMax }: VisitTypeFilter,
  { destination, hotel }: References,
): Promise<number[]> {
  const hotels = await visibleHotels(context, destination);
  return hotels.flatMap(({ number, stars }) => {
    const isNamed = (hotel ?? number) === number && stars >= (starsMin ?? stars) && stars <= (starsMax ?? stars);
    return isNamed ? [number] : [];
  });
}

interface Sold {
  readonly hotel: number;
  /** Visit types for which the conditions hold in this hotel. */
  readonly sold: readonly number[];
}

/** What each of these hotels sells. */
async function findSales(
  context: RequestContext,
  { filter, references, hotels }: { filter: VisitTypeFilter; references: References; hotels: readonly number[] },
): Promise<readonly Sold[]> {
  if (filter.occupancy == null && !hasDates(filter)) {
    const { hotelVisitTypes } = context.catalogue.related;
    const found: Sold[] = [];
    for await (const portion of portionsOf(context, hotels, ENTITIES_PER_TURN)) {
      const sold = await chainAll(portion.map((number) => hotelVisitTypes.load(number)));
      for (const [place, hotel] of portion.entries()) found.push({ hotel, sold: sold[place] ?? [] });
    }
    return found;
  }
  const wanted = new Set(hotels);
  const selection = { filter, references, destinations: visibleDestinationNumbers(context) };
  const rows = hotels.length === 0 ? [] : await selectSales(context, selection);
  return rows.flatMap(({ number, hotels }) =>
    hotels.filter((hotel) => wanted.has(hotel)).map((hotel) => ({ hotel, sold: [number] })),
  );
}

/** The same by the lowest price in a currency within the filter, lowest first, and number; those without a price are last. */
export async function listVisitTypesByPrice(
  context: RequestContext,
  filter: VisitTypeFilter,
  currency: Currency,
  furtherCost = 0,
): Promise<SortedKeys> {
  const references = await resolveReferences(context, filter);
  if (references === null) return SortedKeys.NONE;
  const { search, ...others } = filter;
  const words = wishedWords(search ?? '');
  const named = [
    'visit-types',
    PRICE_ORDERS[currency].mode,
    { ...others, ...references },
    words,
    visibleDestinationNumbers(context),
    context.caller.channel,
  ];
  const madeOf = words.length > 0 ? [...WISHES_MADE_OF, ...MADE_OF_WITH_PRICES] : MADE_OF_WITH_PRICES;
  return getOrComputeList(context, { named, madeOf, furtherCost }, async () => {
    const selected = await listVisitTypes(context, filter);
    const within = await resolveWithin(context, filter);
    const keys = await mapInPortions(context, selected.numbers, (number) =>
      chain(lowestPriceWithin(context, number, within), (prices): SortKey => {
        return [prices[currency]?.amountMinor ?? WITHOUT_PRICE, number];
      }),
    );
    return sortKeys(context, keys, PRICE_ORDERS[currency]);
  });
}

const hasDates = ({ dateFrom, dateTo }: VisitTypeFilter) => dateFrom != null || dateTo != null;

/** Null: one of them is unknown, so nothing is selected (I3). */
async function resolveReferences(context: RequestContext, filter: VisitTypeFilter): Promise<References | null> {
  const [hotel, destination, category, tag] = await Promise.all([
    filter.hotel == null ? undefined : resolveExisting(context, 'hotel', filter.hotel),
    filter.destination == null ? undefined : resolveExisting(context, 'destination', filter.destination),
    filter.category == null ? undefined : resolveExisting(context, 'visitTypeCategory', filter.category),
    filter.tag == null ? undefined : resolveExisting(context, 'tag', filter.tag),
  ]);
  if (hotel === null || destination === null || category === null || tag === null) return null;
  return { hotel, destination, category, tag };
}

/** What is loaded for each number: a portion with one query for each level. Other requests get their turns in between. */
async function mapInPortions<T>(
  context: RequestContext,
  numbers: Int32Array,
  load: (number: number) => T | Promise<T>,
): Promise<T[]> {
  const loaded: T[] = [];
  for await (const portion of portionsOf(context, numbers, VISIT_TYPES_PER_BATCH)) {
    for (const one of await chainAll(Array.from(portion, load))) loaded.push(one);
  }
  return loaded;
}
