/**
 * All offers of a search (F4, Y1). The rules look at each room type of each visit type once, over the tariffs and the capacity
 * in memory; what is not there is read a portion at a time. Other requests get their turns in between.
 */
import { chainAll } from '../../../data/cache/maybe-promise.ts';
import type { PricedTariff } from '../../../data/reads/rate-books.ts';
import { Portion } from '../../../data/turns.ts';
import type { OfferColumns } from '../../../domain/offer/offer-columns.ts';
import { countStays, nightsOfStays, OfferedStays } from '../../../domain/offer/offered-stays.ts';
import { applicablePromotions } from '../../../domain/pricing/promotion.ts';
import { StayPrices } from '../../../domain/pricing/stay-prices.ts';
import type { DayRange } from '../../../domain/time/civil-date.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { loadManyRows } from '../../access/visibility.ts';
import { giveWay, portionsOf } from '../../deadline.ts';
import { findAllowedHotels, findAllowedVisitTypes, VISIT_TYPES_PER_BATCH } from '../candidates.ts';
import { WishInSales } from '../wish/wish-in-sales.ts';
import type { CandidateLook } from './candidate-look.ts';
import { PartyLook } from './look-for-party.ts';
import { RoomLook } from './look-for-room.ts';
import type { OfferSearch } from './offer-search.ts';

/** Stays that are looked at before other requests get a turn: a few milliseconds. */
const STAYS_PER_TURN = 20_000;

const NOT_READ = new Int32Array(0);

/** Hotels by number, with what offers show and count of them. */
type OfferingHotels = ReadonlyMap<number, { readonly stars: number; readonly destinationNumber: number }>;

/** The offers of a search that the caller sees, in no order. */
export async function findOffers(context: RequestContext, search: OfferSearch): Promise<OfferColumns> {
  const stays = new OfferedStays(search.stays, context.today);
  const look = search.party
    ? new PartyLook(search, search.party, { stays, today: context.today })
    : new RoomLook(search, stays);
  await lookAtCandidates(context, search, { stays, look });
  return look.found.pack();
}

/** Lets `look` look at all candidates that the caller sees. `stays` are those of the search. */
export async function lookAtCandidates(
  context: RequestContext,
  search: OfferSearch,
  { stays, look }: { stays: OfferedStays; look: CandidateLook },
): Promise<void> {
  if (countStays(search.stays) === 0) return;
  const hotels = await findHotels(context, search);
  const visitTypes = hotels.size === 0 ? [] : await findVisitTypes(context, search, hotels);
  const { words } = search;
  const wish =
    words.length > 0 ? await WishInSales.load(context, { words, visitTypes, hotels: [...hotels.keys()] }) : null;
  const turn = new Portion(STAYS_PER_TURN);
  const rooms = new RoomSearch(context, search, { hotels, stays, look, wish });
  for await (const portion of portionsOf(context, visitTypes, VISIT_TYPES_PER_BATCH)) {
    const tariffs = await chainAll(portion.map((number) => context.tariffs.load(number)));
    const offering = await selectTariffs(context, search, tariffs);
    await rooms.loadCapacity(offering);
    for (const priced of offering) {
      if (turn.add(rooms.add(priced))) await giveWay(context);
    }
  }
}

async function findHotels(context: RequestContext, { numbers, starsMin }: OfferSearch): Promise<OfferingHotels> {
  const allowed = await findAllowedHotels(context, referencesOf(numbers));
  const hotels = new Map<number, { stars: number; destinationNumber: number }>();
  for (const { number, stars, destinationNumber } of await loadManyRows(context, 'hotel', [...allowed])) {
    if (stars >= starsMin) hotels.set(number, { stars, destinationNumber });
  }
  return hotels;
}

async function findVisitTypes(
  context: RequestContext,
  { numbers }: OfferSearch,
  hotels: OfferingHotels,
): Promise<number[]> {
  const allowed = await findAllowedVisitTypes(context, referencesOf(numbers), new Set(hotels.keys()));
  if (numbers.category === null) return allowed;
  const inCategory = new Set(await context.catalogue.related.categoryVisitTypes.load(numbers.category));
  return allowed.filter((number) => inCategory.has(number));
}

function referencesOf({ destination, hotel, visitType }: OfferSearch['numbers']) {
  const reference = (number: number | null) => (number === null ? null : String(number));
  return { destination: reference(destination), hotel: reference(hotel), visitType: reference(visitType) };
}

/** The tariffs of the visit types that have what the search asks of them. */
async function selectTariffs(
  context: RequestContext,
  { numbers: { tag }, stayCategory, boarding }: OfferSearch,
  tariffs: readonly (PricedTariff | null)[],
): Promise<PricedTariff[]> {
  const known = tariffs.filter(
    (priced) => priced !== null && (stayCategory === null || priced.tariff.stayCategory === stayCategory),
  ) as PricedTariff[];
  if (tag === null && boarding === null) return known;
  const { related, boarding: meals } = context.catalogue;
  const numbers = known.map(({ tariff }) => tariff.visitTypeNumber);
  const tags = tag === null ? [] : await chainAll(numbers.map((number) => related.visitTypeTags.load(number)));
  const boardings = boarding === null ? [] : await chainAll(numbers.map((number) => meals.load(number)));
  return known.filter(
    (_, index) => (tag === null || tags[index]?.includes(tag)) && (boarding === null || boardings[index] === boarding),
  );
}

/** Looks at the room types of one visit type after another. */
class RoomSearch {
  readonly #context: RequestContext;
  readonly #hotels: OfferingHotels;
  readonly #look: CandidateLook;
  readonly #wish: WishInSales | null;
  readonly #stays: OfferedStays;
  readonly #nights: DayRange;
  readonly #totals: StayPrices;
  /** Rooms left, under the number of their room type. */
  readonly #remaining = new Map<number, Int32Array>();

  constructor(
    context: RequestContext,
    search: OfferSearch,
    {
      hotels,
      stays,
      look,
      wish,
    }: { hotels: OfferingHotels; stays: OfferedStays; look: CandidateLook; wish: WishInSales | null },
  ) {
    this.#context = context;
    this.#hotels = hotels;
    this.#look = look;
    this.#wish = wish;
    this.#stays = stays;
    this.#nights = nightsOfStays(search.stays);
    this.#totals = new StayPrices(search.currency, this.#nights);
  }

  /** Reads what is left of the rooms that `add` will look at. */
  async loadCapacity(offering: readonly PricedTariff[]): Promise<void> {
    const missing: { number: number; hotelNumber: number }[] = [];
    for (const { tariff, book } of offering) {
      if (tariff.rules.onDemand) continue;
      for (const room of tariff.roomTypes) {
        if (this.#remaining.has(room.number) || !this.#isAsked(room) || !book.roomTypeNumbers.includes(room.number)) {
          continue;
        }
        this.#remaining.set(room.number, NOT_READ);
        missing.push(room);
      }
    }
    const read = await chainAll(missing.map((room) => this.#context.capacity.load(room, this.#nights)));
    missing.forEach(({ number }, index) => {
      // biome-ignore lint/style/noNonNullAssertion: each missing room was read.
      this.#remaining.set(number, read[index]!);
    });
  }

  #isAsked({ hotelNumber, beds }: { hotelNumber: number; beds: number }): boolean {
    return beds >= this.#look.bedsMin && this.#hotels.has(hotelNumber);
  }

  /** Looks at the room types of a visit type. Returns how many stays it has looked at. */
  add({ tariff, book }: PricedTariff): number {
    const { visitTypeNumber, rules } = tariff;
    const { onDemand } = rules;
    const look = this.#look;
    const allowed = this.#stays.setRules(rules);
    if (allowed === 0 || (onDemand && !look.includeOnRequest)) return 0;
    let hotelNumber = Number.NaN;
    let isSold = false;
    let looked = 0;
    for (const room of tariff.roomTypes) {
      // Rooms of one hotel follow each other.
      if (room.hotelNumber !== hotelNumber) {
        if (isSold) look.end();
        hotelNumber = room.hotelNumber;
        const isWished = this.#wish?.finds(visitTypeNumber, hotelNumber) ?? true;
        const hotel = isWished ? this.#hotels.get(hotelNumber) : undefined;
        isSold = hotel !== undefined;
        if (hotel) {
          this.#setPromotions(tariff, hotelNumber);
          const { stars, destinationNumber } = hotel;
          look.begin({ visitTypeNumber, hotelNumber, stars, destinationNumber, onDemand });
        }
      }
      if (!isSold || !this.#isAsked(room) || !this.#totals.setRoom(book, room.number)) continue;
      looked += allowed;
      look.room(room, this.#totals, this.#remaining.get(room.number) ?? NOT_READ);
    }
    if (isSold) look.end();
    return looked;
  }

  #setPromotions({ promotions }: PricedTariff['tariff'], hotelNumber: number): void {
    const { channel } = this.#context.caller;
    this.#totals.setPromotions(
      promotions.length === 0 ? promotions : applicablePromotions({ promotions, channel, hotelNumber }),
    );
  }
}
