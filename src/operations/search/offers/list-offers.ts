/**
 * A page of the stays that a search offers (F4), each with its quote. The list is cached; the quotes are of the rows of the page, as
 * the query `quote` gives them.
 */
import { chainAll } from '../../../data/cache/maybe-promise.ts';
import type { NamedPromotion } from '../../../data/reads/tariffs.ts';
import {
  OFFER_SORTS,
  type OfferCount,
  type OfferedStay,
  OfferList,
  type OfferPlace,
  type OfferSort,
} from '../../../domain/offer/offer-list.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import { type OfferedQuote, priceStay } from '../../../domain/stay/sellable-stay.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { visibleDestinationNumbers } from '../../access/visibility.ts';
import { throwIfExpired } from '../../deadline.ts';
import { ServiceUnavailable } from '../../service-unavailable.ts';
import type { CursorKey, CursorOrder } from '../cursors.ts';
import { findOffers } from './find-offers.ts';
import type { CachedOffers } from './offer-lists.ts';
import { type OfferFilter, type OfferSearch, resolveSearch } from './offer-search.ts';

/** An offer with its price. */
export interface PricedOffer extends OfferedStay {
  /** How many guests the search was for; null: it does not say. */
  readonly guests: number | null;
  readonly quote: OfferedQuote<NamedPromotion>;
}

/** A page, and the counts of the whole list. */
export interface OfferPage {
  readonly offers: readonly PricedOffer[];
  readonly start: number;
  readonly totalCount: number;
  /** In minor units; null: there are no offers. */
  readonly lowestTotal: number | null;
  /** By number of the destination. */
  readonly byDestination: readonly OfferCount[];
  /** The fewest stars first. */
  readonly byStars: readonly OfferCount[];
}

const WORDS: Readonly<Record<OfferSort, string>> = {
  PRICE: 'those on request last, lowest total first',
  PRICE_DESC: 'those on request last, highest total first',
  STARS_DESC: 'most stars first',
};

/** What cursors of a search are bound to: totals in different currencies do not compare. */
export function offerOrder(sort: OfferSort, currency: Currency): CursorOrder {
  return { resource: 'offers', mode: `${sort} ${currency}`, words: `${WORDS[sort]}, in ${currency}` };
}

/** The place of an offer as the content of a cursor. */
export function cursorKeyOf({ totalMinor, stars, isAvailable, ...numbers }: OfferPlace): CursorKey<string> {
  const { visitTypeNumber, hotelNumber, roomTypeNumber } = numbers;
  return [totalMinor, [stars, visitTypeNumber, hotelNumber, roomTypeNumber, Number(isAvailable)].join(' ')];
}

/** The place that `cursorKeyOf` wrote. Cursors of releases before 0.3 do not say whether the offer is available, and count as if it is. */
export function placeOfCursorKey([total, numbers]: CursorKey<string>): OfferPlace {
  const [stars = 0, visitTypeNumber = 0, hotelNumber = 0, roomTypeNumber = 0, available = 1] = numbers
    .split(' ')
    .map(Number);
  return {
    totalMinor: Number(total),
    stars,
    isAvailable: available === 1,
    visitTypeNumber,
    hotelNumber,
    roomTypeNumber,
  };
}

/** How often a page is begun again if prices change while it is read. */
const TRIES = 3;
const RETRY_AFTER_SECONDS = 1;

/**
 * The page of at most `first` offers after `after`, or from the beginning. The filter has no problems.
 * @throws ServiceUnavailable when prices change all the time, or after the deadline
 */
export async function listOffers(
  context: RequestContext,
  { filter, sort, first, after }: { filter: OfferFilter; sort: OfferSort; first: number; after: OfferPlace | null },
): Promise<OfferPage> {
  // A list in memory would not notice the deadline otherwise.
  throwIfExpired(context);
  const search = await resolveSearch(context, filter);
  for (let tried = 0; tried < TRIES; tried++) {
    const list = search ? await listOf(context, search, sort) : NOTHING[sort];
    const start = after ? list.placeAfter(after) : 0;
    const offers = await priceOffers(context, list.offers.slice(start, start + first), filter);
    if (!offers) continue;
    const { lowestTotal, byDestination, byStars } = list;
    return { offers, start, totalCount: list.offers.length, lowestTotal, byDestination, byStars };
  }
  const message = 'Prices changed while the offers were being read; try again.';
  throw new ServiceUnavailable(message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

const NOTHING = Object.fromEntries(OFFER_SORTS.map((sort) => [sort, new OfferList([], sort)])) as Record<
  OfferSort,
  OfferList
>;

/** The whole list of a search, from the cache or computed. */
async function listOf(context: RequestContext, search: OfferSearch, sort: OfferSort): Promise<OfferList> {
  const { caller, today, offers } = context;
  const key = JSON.stringify([sort, today, caller.channel, visibleDestinationNumbers(context), search]);
  const cached = offers.get(key) ?? (await offers.getOrCompute(key, () => compute(context, search, sort)));
  context.dependencies.include(cached.dependencies);
  return cached.list;
}

async function compute(context: RequestContext, search: OfferSearch, sort: OfferSort): Promise<CachedOffers> {
  // A context of its own records the dependencies of the list, and of nothing else in the request.
  const own = context.recordContexts()();
  const list = new OfferList(await findOffers(own, search), sort);
  return { list, dependencies: own.dependencies.recorded() };
}

/** The offers with their quotes; null if one has another price by now. */
async function priceOffers(
  context: RequestContext,
  stays: readonly OfferedStay[],
  { currency, guests = null }: Pick<OfferFilter, 'currency' | 'guests'>,
): Promise<PricedOffer[] | null> {
  const tariffs = await chainAll(stays.map(({ visitTypeNumber }) => context.tariffs.load(visitTypeNumber)));
  const offers: PricedOffer[] = [];
  for (const [index, stay] of stays.entries()) {
    const { roomTypeNumber, arrival, nights, totalMinor } = stay;
    const priced = tariffs[index];
    const room = priced?.tariff.roomTypes.find(({ number }) => number === roomTypeNumber);
    if (!priced || !room) return null;
    const outcome = priceStay<NamedPromotion>({
      resolved: { kind: 'fits', tariff: priced.tariff, room, loyalty: [] },
      book: priced.book,
      channel: context.caller.channel,
      stay: { arrival, departure: arrival + nights },
      today: context.today,
      currencies: [currency],
    });
    if (outcome.kind !== 'priced' || outcome.quotes[0].amountMinor !== totalMinor) return null;
    offers.push({ ...stay, guests, quote: outcome.quotes[0] });
  }
  return offers;
}
