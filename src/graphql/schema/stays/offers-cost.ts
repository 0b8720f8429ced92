/** The cost of searches for offers and of their counts, in the units of `cost.ts` (A9). */
import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import { PARTY_ROOMS } from '../../../domain/booking/party.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { CHEAPEST_WITHIN_DAYS } from '../../../operations/search/offers/cheapest-stay.ts';
import type { FurtherOffersCosts } from '../../../operations/search/offers/list-offers.ts';
import { FLEXIBLE_DAYS, OFFER_LENGTHS } from '../../../operations/search/offers/offer-search.ts';
import {
  clamp,
  clampEntries,
  coveredVisitTypes,
  type Paged,
  type SearchCost,
  type Searched,
  TEXT_SEARCH,
  TYPICAL_ENTRIES,
  wholeSearchCost,
} from '../cost.ts';

const OFFERS: SearchCost = { base: 300, perVisitType: 4, perStep: 0.06 };
const PARTY_OFFERS: SearchCost = { base: 300, perVisitType: 6, perStep: 0.12 };
/**
 * However large the catalogue is, no search for offers or for the cheapest stay is estimated at more, so that counts can be asked for beside
 * it. What one costs beyond that is charged when it is computed.
 */
const DEAREST_OFFERS = 100_000;

/** Rows of a page of offers are priced. What is beside them counts for each, and as if there were so many at least. */
const OFFER_COST = 10;
const OFFER_ROWS = 10;
/** An id of an offer is signed. */
export const OFFER_ID_COST = 3;

interface OffersAsked extends Searched, Paged {
  readonly filter: NonNullable<Searched['filter']> & {
    readonly flexibleDays: number;
    readonly nightsMin?: number | null | undefined;
    readonly nightsMax?: number | null | undefined;
    readonly party?: readonly unknown[] | null | undefined;
  };
}

/** A search for offers, and its page: by the part of the catalogue and the stays that are compared. Invalid ones are refused. */
export function offersCost({ first, filter }: OffersAsked, context: RequestContext): FieldComplexityValue {
  const rows = clampEntries(first);
  const rooms = clamp(filter.party?.length ?? 1, PARTY_ROOMS);
  const searching = Math.min(DEAREST_OFFERS, wholeOffersCost({ filter }, context));
  // An offer counts as if it had a few rooms, a page as if it had a few offers.
  const multiplier = Math.max(OFFER_ROWS, rows * Math.ceil(rooms / TYPICAL_ENTRIES));
  return { field: searching + rows * rooms * OFFER_COST, multiplier };
}

/**
 * What a search for offers costs beyond the most that one is estimated at, each of its counts that looks at visit types, and looking for why there
 * is nothing. An explanation looks at everything again, as for a party; it is not estimated, since most searches find something.
 */
export function furtherOffersCosts(asked: Pick<OffersAsked, 'filter'>, context: RequestContext): FurtherOffersCosts {
  return {
    list: Math.max(0, wholeOffersCost(asked, context) - DEAREST_OFFERS),
    explanation: wholeOffersCost(asked, context, PARTY_OFFERS),
    count: Math.max(0, coveredVisitTypes(asked.filter, context) - MOST_COUNTED) * COUNT_PER_VISIT_TYPE,
  };
}

function wholeOffersCost(
  { filter }: Pick<OffersAsked, 'filter'>,
  context: RequestContext,
  cost = filter.party ? PARTY_OFFERS : OFFERS,
): number {
  const arrivals = 2 * clamp(filter.flexibleDays, FLEXIBLE_DAYS) + 1;
  const lengths = clamp((filter.nightsMax ?? 1) - (filter.nightsMin ?? 1) + 1, OFFER_LENGTHS);
  const wishing = filter.search ? TEXT_SEARCH.base + wholeSearchCost({ filter }, context, TEXT_SEARCH, 0) : 0;
  return cost.base + wholeSearchCost({ filter }, context, cost, arrivals * lengths - 1) + wishing;
}

interface CheapestAsked {
  readonly visitType?: unknown;
}

/** The cheapest stay of a year: a search of its own, of one visit type or of a hotel's, with lengths as in a calendar. */
export function cheapestCost(asked: CheapestAsked, context: RequestContext): FieldComplexityValue {
  return { field: Math.min(DEAREST_OFFERS, wholeCheapestCost(asked, context)) + OFFER_COST, multiplier: 1 };
}

/** What that search costs beyond the most that one is estimated at. */
export function furtherCheapestCost(asked: CheapestAsked, context: RequestContext): number {
  return Math.max(0, wholeCheapestCost(asked, context) - DEAREST_OFFERS);
}

function wholeCheapestCost({ visitType }: CheapestAsked, context: RequestContext): number {
  const filter = visitType == null ? { hotel: true } : { visitType };
  return OFFERS.base + wholeSearchCost({ filter }, context, OFFERS, (CHEAPEST_WITHIN_DAYS + 1) * 21);
}

/**
 * Counting offers looks at each visit type that has some: once, though the estimate has it for each row. So no more of them are estimated, and
 * all counts can be asked for beside any page; what one takes beyond that is charged when it is computed.
 */
const COUNT_PER_VISIT_TYPE = 0.5;
const MOST_COUNTED = 1_000;
export function facetCost(_: object, { services, caller }: RequestContext): FieldComplexityValue {
  const counted = Math.min(MOST_COUNTED, services.catalogueSize(caller).visitTypes);
  return { field: 1 + (counted * COUNT_PER_VISIT_TYPE) / OFFER_ROWS, multiplier: 2 * TYPICAL_ENTRIES };
}
