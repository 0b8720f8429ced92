/**
 * The lists of visit types: what a filter selects, by priority position (C1) or by price (F5). A list is an array of sort keys,
 * cached for what it is made of and the day, so paging and counting are free. Filters select records and never change their
 * content.
 */
import type { EpochKind } from '../../data/cache/cache-tags.ts';
import { chainAll } from '../../data/cache/maybe-promise.ts';
import { CURRENCIES, type Currency } from '../../domain/pricing/money.ts';
import { type SortKey, type SortOrder, sortKeys } from '../../domain/text/sort-order.ts';
import { foldText } from '../../domain/text/text-search.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { visibleDestinationNumbers } from '../access/visibility.ts';
import { giveWay, throwIfExpired } from '../deadline.ts';
import { getOrComputeList } from './cached-lists.ts';
import { VISIT_TYPES_PER_BATCH } from './candidates.ts';
import { lowestPriceWithin, resolveWithin } from './price-within.ts';
import { type References, selectVisitTypes, type VisitTypeFilter } from './select-visit-types.ts';

export const VISIT_TYPE_ORDER = {
  resource: 'visit-types',
  mode: 'priority',
  words: 'priority position',
  valueType: 'number',
} as const satisfies SortOrder;

/** By the lowest price in a currency. */
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

/** The sort keys of the selected visit types that the caller sees, by priority position and number. */
export async function listVisitTypes(context: RequestContext, filter: VisitTypeFilter): Promise<readonly SortKey[]> {
  const references = await resolveReferences(context, filter);
  if (references === null) return [];
  const { search, ...others } = filter;
  const destinations = visibleDestinationNumbers(context);
  const madeOf = hasDates(filter) ? MADE_OF_WITH_PRICES : MADE_OF;
  const select = () => {
    const key = JSON.stringify(['visit-types', { ...others, ...references }, destinations]);
    return getOrComputeList(context, { key, madeOf }, () =>
      selectVisitTypes(context, { filter, references, destinations }),
    );
  };
  const searched = foldText(search ?? '');
  if (searched === '') return select();
  const key = JSON.stringify(['visit-types', { ...others, ...references, searched }, destinations]);
  return getOrComputeList(context, { key, madeOf }, async () => findTexts(context, await select(), searched));
}

/** The same by the lowest price in a currency within the filter, lowest first, and number; those without a price are last. */
export async function listVisitTypesByPrice(
  context: RequestContext,
  filter: VisitTypeFilter,
  currency: Currency,
): Promise<readonly SortKey[]> {
  const references = await resolveReferences(context, filter);
  if (references === null) return [];
  const searched = foldText(filter.search ?? '');
  const key = JSON.stringify([
    'visit-types',
    PRICE_ORDERS[currency].mode,
    { ...filter, ...references, search: searched },
    visibleDestinationNumbers(context),
    context.caller.channel,
  ]);
  return getOrComputeList(context, { key, madeOf: MADE_OF_WITH_PRICES }, async () => {
    const selected = await listVisitTypes(context, filter);
    const within = await resolveWithin(context, filter);
    const priced = await mapInPortions(context, selected, ([, number]) => lowestPriceWithin(context, number, within));
    const keys = selected.map(([, number], index): SortKey => {
      // biome-ignore lint/style/noNonNullAssertion: there is a price for each selected one.
      return [priced[index]![currency]?.amountMinor ?? WITHOUT_PRICE, number];
    });
    return sortKeys(keys, PRICE_ORDERS[currency]);
  });
}

const hasDates = ({ dateFrom, dateTo }: VisitTypeFilter) => dateFrom != null || dateTo != null;

/** Null: one of them is unknown, so nothing is selected (I3). */
async function resolveReferences(context: RequestContext, filter: VisitTypeFilter): Promise<References | null> {
  const [hotel, destination, category, tag] = await Promise.all([
    filter.hotel == null ? undefined : resolveNumber(context, 'hotel', filter.hotel),
    filter.destination == null ? undefined : resolveNumber(context, 'destination', filter.destination),
    filter.category == null ? undefined : resolveNumber(context, 'visitTypeCategory', filter.category),
    filter.tag == null ? undefined : resolveNumber(context, 'tag', filter.tag),
  ]);
  if (hotel === null || destination === null || category === null || tag === null) return null;
  return { hotel, destination, category, tag };
}

/** The visit types with a folded text in their name or description, in any language. */
async function findTexts(
  context: RequestContext,
  keys: readonly SortKey[],
  searched: string,
): Promise<readonly SortKey[]> {
  const texts = await mapInPortions(context, keys, ([, number]) => context.searchTexts.load(number));
  return keys.filter((_, index) => texts[index]?.some((text) => text.includes(searched)));
}

/** What is loaded for each key: a portion with one query for each level. Other requests get their turns in between. */
async function mapInPortions<T>(
  context: RequestContext,
  keys: readonly SortKey[],
  load: (key: SortKey) => T | Promise<T>,
): Promise<T[]> {
  throwIfExpired(context);
  const loaded: T[] = [];
  for (let start = 0; start < keys.length; start += VISIT_TYPES_PER_BATCH) {
    if (start > 0) await giveWay(context);
    const portion = await chainAll(keys.slice(start, start + VISIT_TYPES_PER_BATCH).map(load));
    for (const one of portion) loaded.push(one);
  }
  return loaded;
}
