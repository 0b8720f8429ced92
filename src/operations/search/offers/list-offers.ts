/**
 * A page of the stays that a search offers (F4, Y1), each with its quote. The list is cached; the quotes are of the rows of the page, as
 * the query `quote` gives them.
 */
import { chainAll, type MaybePromise } from '../../../data/cache/maybe-promise.ts';
import type { PricedTariff } from '../../../data/reads/rate-books.ts';
import type { NamedPromotion } from '../../../data/reads/tariffs.ts';
import { NoOffers } from '../../../domain/offer/no-offers.ts';
import { OfferColumns, type OfferedStay } from '../../../domain/offer/offer-columns.ts';
import { type OfferCount, OfferList, type OfferPlace, type OfferSort } from '../../../domain/offer/offer-list.ts';
import { countStays } from '../../../domain/offer/offered-stays.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import { type OfferedQuote, priceStay } from '../../../domain/stay/sellable-stay.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { visibleDestinationNumbers } from '../../access/visibility.ts';
import { giveWay, throwIfExpired } from '../../deadline.ts';
import { ServiceUnavailable } from '../../service-unavailable.ts';
import type { CursorKey, CursorOrder } from '../cursors.ts';
import { explainNoOffers } from './explain-no-offers.ts';
import { findOffers } from './find-offers.ts';
import { countOffers, type OfferFacet } from './offer-facets.ts';
import { type CachedOffers, type SearchedOffers, searchedOffers } from './offer-lists.ts';
import { type OfferFilter, type OfferSearch, resolveSearch } from './offer-search.ts';

/** A room of an offer with its price. */
export interface PricedRoom {
  readonly roomTypeNumber: number;
  /** How many guests it was asked for; null: the search does not say. */
  readonly guests: number | null;
  readonly quote: OfferedQuote<NamedPromotion>;
}

/** An offer with its price. */
export interface PricedOffer extends OfferedStay {
  /** At least one; of a party in the order in which they were asked for. */
  readonly rooms: readonly PricedRoom[];
  readonly currency: Currency;
  /** How many offers of the whole list are in its hotel; undefined: it is in no list. */
  countOfHotel?(): number;
}

/** A page, and the counts of the whole list. */
export interface OfferPage {
  readonly offers: readonly PricedOffer[];
  readonly start: number;
  /** How many offers all pages have together. */
  readonly totalCount: number;
  /** In minor units; null: there are no offers. */
  readonly lowestTotal: number | null;
  /** The counts of a facet over the whole list. */
  countBy(facet: OfferFacet): Promise<readonly OfferCount[]>;
  /** Why there are no offers; null: there are. Looked for when it is asked. */
  explain(): Promise<NoOffers> | null;
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

/** The place that `cursorKeyOf` wrote. Cursors of releases before 1.0 do not say whether the offer is available, and count as if it is. */
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

/** Offers of a list that are looked at before other requests get a turn. */
const OFFERS_PER_TURN = 20_000;
/** How often a page is begun again if prices change while it is read. */
const TRIES = 3;
const RETRY_AFTER_SECONDS = 1;

/** What computing costs beyond the estimate (A9). */
export interface FurtherOffersCosts {
  readonly list: number;
  /** Each count that looks at visit types. */
  readonly count: number;
  /** Looking for why there are no offers. */
  readonly explanation: number;
}

/** A page of which list, from where on. */
export interface AskedOffers {
  readonly filter: OfferFilter;
  readonly sort: OfferSort;
  /** Whether the list has only the first offer of each hotel. */
  readonly oneOfEachHotel: boolean;
  readonly first: number;
  readonly after: OfferPlace | null;
  readonly furtherCosts: FurtherOffersCosts;
}

/**
 * The page of at most `first` offers after `after`, or from the beginning. The filter has no problems.
 * @throws ServiceUnavailable when prices change all the time, or after the deadline
 */
export async function listOffers(
  context: RequestContext,
  { filter, sort, oneOfEachHotel, first, after, furtherCosts }: AskedOffers,
): Promise<OfferPage> {
  // A list in memory would not notice the deadline otherwise.
  throwIfExpired(context);
  const search = await resolveSearch(context, filter);
  const asked = { ...filter, furtherCost: furtherCosts.list };
  const { stays, whole, ...page } = await readPriced(context, asked, async (pay) => {
    const cached = search ? await listOf(context, search, { sort, pay }) : nothingBy(sort);
    const whole = cached.list;
    if (oneOfEachHotel) for (const _ of whole.findFirsts(OFFERS_PER_TURN)) await giveWay(context);
    const list = oneOfEachHotel ? whole.firstOfHotels() : whole;
    const pick = list.pick(after, first);
    for (const _ of pick.look(OFFERS_PER_TURN)) await giveWay(context);
    const { start, offers: stays } = pick.page();
    const countBy = (facet: OfferFacet) => countsOf(context, cached, { facet, furtherCost: furtherCosts.count });
    const explain = () =>
      whole.length > 0 ? null : explanationOf(context, cached, { search, cost: furtherCosts.explanation });
    const { lowestTotal } = whole;
    return { stays, start, whole, totalCount: list.length, lowestTotal, countBy, explain };
  });
  const offers = stays.map((offer) => ({ ...offer, countOfHotel: () => whole.countOfHotel(offer.hotelNumber) }));
  return { offers, ...page };
}

/** Charges for a list that is about to be computed. */
type Pay = () => MaybePromise<void>;

/**
 * Prices the stays that `read` finds, and reads again if prices change meanwhile.
 * @param asked `furtherCost`: what computing their list costs beyond the estimate (A9). It is paid once, however often prices change
 * @throws ServiceUnavailable when they change all the time
 */
export async function readPriced<Found extends { readonly stays: readonly OfferedStay[] }>(
  context: RequestContext,
  asked: Pick<OfferFilter, 'currency' | 'guests' | 'party'> & { readonly furtherCost: number },
  read: (pay: Pay) => Promise<Found>,
): Promise<Omit<Found, 'stays'> & { readonly stays: readonly PricedOffer[] }> {
  let due = asked.furtherCost;
  const pay = () => {
    const points = due;
    due = 0;
    return context.charge?.(points);
  };
  for (let tried = 0; tried < TRIES; tried++) {
    const found = await read(pay);
    const stays = await priceOffers(context, found.stays, asked);
    if (stays) return { ...found, stays };
  }
  const message = 'Prices changed while the offers were being read; try again.';
  throw new ServiceUnavailable(message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The list of a search that refers to nothing. */
function nothingBy(sort: OfferSort): SearchedOffers {
  return searchedOffers(new OfferList(new OfferColumns(), sort));
}

async function countsOf(
  context: RequestContext,
  { list, counted }: SearchedOffers,
  asked: { readonly facet: OfferFacet; readonly furtherCost: number },
): Promise<readonly OfferCount[]> {
  const count = () => countOffers(context, list, asked);
  const { counts, dependencies } = counted.get(asked.facet) ?? (await counted.getOrCompute(asked.facet, count));
  context.dependencies.include(dependencies);
  return counts;
}

async function explanationOf(
  context: RequestContext,
  { explained }: SearchedOffers,
  { search, cost }: { readonly search: OfferSearch | null; readonly cost: number },
): Promise<NoOffers> {
  if (!search) return new NoOffers();
  const explain = () => explainNoOffers(context, search, cost);
  const { nothing, dependencies } = explained.get('list') ?? (await explained.getOrCompute('list', explain));
  context.dependencies.include(dependencies);
  return nothing;
}

/** The whole list of a search, from the cache or computed. */
function listOf(
  context: RequestContext,
  search: OfferSearch,
  { sort, pay }: { sort: OfferSort; pay: Pay },
): Promise<CachedOffers> {
  return cachedList(context, [sort, search], async (own) => {
    // A search for the past looks at nothing.
    if (countStays(search.stays) > 0) await pay();
    return new OfferList(await findOffers(own, search), sort);
  });
}

/** A list for this caller and this day, from the cache or found. `asked` names it. */
export async function cachedList(
  context: RequestContext,
  asked: readonly unknown[],
  find: (own: RequestContext) => Promise<OfferList>,
): Promise<CachedOffers> {
  const { caller, today, offers } = context;
  const key = JSON.stringify([today, caller.channel, visibleDestinationNumbers(context), ...asked]);
  const compute = async () => {
    // A context of its own records the dependencies of the list, and of nothing else in the request.
    const own = context.recordContexts()();
    const list = await find(own);
    return { ...searchedOffers(list), dependencies: own.dependencies.recorded() };
  };
  const cached = offers.get(key) ?? (await offers.getOrCompute(key, compute));
  context.dependencies.include(cached.dependencies);
  return cached;
}

/** The offers with their quotes; null if one has another price by now. */
async function priceOffers(
  context: RequestContext,
  stays: readonly OfferedStay[],
  { currency, guests = null, party }: Pick<OfferFilter, 'currency' | 'guests' | 'party'>,
): Promise<PricedOffer[] | null> {
  const tariffs = await chainAll(stays.map(({ visitTypeNumber }) => context.tariffs.load(visitTypeNumber)));
  const offers: PricedOffer[] = [];
  for (const [index, stay] of stays.entries()) {
    const priced = tariffs[index];
    const numbers = stay.roomTypeNumbers ?? [stay.roomTypeNumber];
    const quotes = new Map(
      [...new Set(numbers)].map((number) => [number, priced && quoteOf(context, priced, { stay, number, currency })]),
    );
    const rooms = numbers.flatMap((number, place): PricedRoom[] => {
      const quote = quotes.get(number);
      return quote ? [{ roomTypeNumber: number, guests: party ? (party[place] ?? null) : guests, quote }] : [];
    });
    const totalMinor = rooms.reduce((sum, { quote }) => sum + quote.amountMinor, 0);
    if (rooms.length < numbers.length || totalMinor !== stay.totalMinor) return null;
    offers.push({ ...stay, rooms, currency });
  }
  return offers;
}

/** The price of a room of an offer; null: it has none any more. */
function quoteOf(
  { caller, today }: RequestContext,
  { tariff, book }: PricedTariff,
  { stay: { arrival, nights }, number, currency }: { stay: OfferedStay; number: number; currency: Currency },
): OfferedQuote<NamedPromotion> | null {
  const room = tariff.roomTypes.find((one) => one.number === number);
  if (!room) return null;
  const outcome = priceStay<NamedPromotion>({
    resolved: { kind: 'fits', tariff, room, loyalty: [] },
    book,
    channel: caller.channel,
    stay: { arrival, departure: arrival + nights },
    today,
    currencies: [currency],
  });
  return outcome.kind === 'priced' ? outcome.quotes[0] : null;
}
