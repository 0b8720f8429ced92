/** What the offers of a list are counted by (F4). Counted when it is asked for, and kept with the list. */

import { chain, chainAll, type MaybePromise } from '../../../data/cache/maybe-promise.ts';
import type { OfferCount, OfferList } from '../../../domain/offer/offer-list.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { portionsOf } from '../../deadline.ts';
import type { CountedOffers } from './offer-lists.ts';

/** A facet is a property of an offer, or the values that its visit type has, which may be several or none. */
type Facet =
  | { readonly ofOffer: Parameters<OfferList['countBy']>[0] }
  | { readonly ofVisitType: (context: RequestContext, number: number) => MaybePromise<readonly Value[] | null> };
type Value = OfferCount['of'];

const FACETS = {
  destination: { ofOffer: 'destinationNumber' },
  stars: { ofOffer: 'stars' },
  category: { ofVisitType: ({ catalogue }, number) => catalogue.related.visitTypeCategories.load(number) },
  tag: { ofVisitType: ({ catalogue }, number) => catalogue.related.visitTypeTags.load(number) },
  stayCategory: {
    // A tariff is in memory, as meals are; rows of as many visit types may not be.
    ofVisitType: ({ tariffs }, number) =>
      chain(tariffs.load(number), (priced) => (priced?.tariff.stayCategory ? [priced.tariff.stayCategory] : [])),
  },
  boarding: {
    ofVisitType: ({ catalogue }, number) =>
      chain(catalogue.boarding.load(number), (boarding) => (boarding ? [boarding] : [])),
  },
} as const satisfies Readonly<Record<string, Facet>>;

export type OfferFacet = keyof typeof FACETS;

/** Visit types that are looked at before other requests get a turn. */
const VISIT_TYPES_PER_TURN = 1_000;

/**
 * How many offers there are of each value, those with offers, the lowest number or first name first.
 * @param asked `furtherCost`: what looking at visit types costs beyond the estimate (A9); offers are counted in memory
 */
export async function countOffers(
  context: RequestContext,
  list: OfferList,
  { facet: name, furtherCost }: { facet: OfferFacet; furtherCost: number },
): Promise<CountedOffers> {
  const facet: Facet = FACETS[name];
  const own = context.recordContexts()();
  if ('ofVisitType' in facet && list.length > 0) await context.charge?.(furtherCost);
  const counts =
    'ofOffer' in facet
      ? list.countBy(facet.ofOffer)
      : await countValues(own, list.countBy('visitTypeNumber'), facet.ofVisitType);
  const sorted = [...counts].map(([of, count]) => ({ of, count })).sort((a, b) => (a.of < b.of ? -1 : 1));
  return { counts: sorted, dependencies: own.dependencies.recorded() };
}

async function countValues(
  context: RequestContext,
  ofVisitTypes: ReadonlyMap<number, number>,
  valuesOf: (context: RequestContext, number: number) => MaybePromise<readonly Value[] | null>,
): Promise<Map<Value, number>> {
  const counts = new Map<Value, number>();
  for await (const portion of portionsOf(context, [...ofVisitTypes], VISIT_TYPES_PER_TURN)) {
    const values = await chainAll(portion.map(([number]) => valuesOf(context, number)));
    for (const [index, [, count]] of portion.entries()) {
      for (const value of values[index] ?? []) counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return counts;
}
