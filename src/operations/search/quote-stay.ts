/** The price of a concrete stay (`/price` of the interface, P2 to P5), regardless of capacity and on demand. */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { LoyaltyProgram } from '../../data/generated/prisma/client.ts';
import type { EntityKind } from '../../data/reads/catalogue-loaders.ts';
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type { RoomType } from '../../domain/pricing/price-list.ts';
import type { RateBook } from '../../domain/pricing/rate-book.ts';
import type { Refusal } from '../../domain/problem/refusal.ts';
import { roomsLeftFor } from '../../domain/stay/availability.ts';
import { type Lookup, type OfferedQuote, priceStay, resolveStay } from '../../domain/stay/sellable-stay.ts';
import type { Stay } from '../../domain/stay/stay.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { visibleHotelNumbersOfVisitType, visibleRoomType } from '../access/visibility.ts';

/** References are ObjectIds or numbers. */
export interface QuoteRequest {
  visitType: string;
  roomType: string;
  stay: Stay;
  /** At most one programme per guest position; positions start at 1. */
  loyaltyPrograms: readonly { guest: number; program: string }[];
  /** At least one. */
  currencies: readonly Currency[];
  /** The channel whose promotions price it, by its code. */
  channel: string;
}

/** A stay's price in one currency, with the loyalty programmes behind its discounts. */
export interface NamedQuote {
  quote: OfferedQuote<NamedPromotion>;
  programs: readonly LoyaltyProgram[];
}

/** A stay that has a price, to look up whether a room is left. */
export interface SoldStay {
  readonly stay: Stay;
  readonly room: RoomType;
  readonly onDemand: boolean;
  readonly book: RateBook;
}

/** A quote per currency that covers the stay, or the first obstacle. */
export type QuoteOutcome =
  | { kind: 'quoted'; quotes: readonly NamedQuote[]; sold: SoldStay }
  | Refusal<'notFound' | 'stayNotAllowed' | 'loyaltyNotApplicable' | 'notPriced'>;

/** Prices a stay, of what the caller sees. */
export async function quoteForCaller(context: RequestContext, request: QuoteRequest): Promise<QuoteOutcome> {
  const programs = await Promise.all(
    request.loyaltyPrograms.map(async ({ guest, program }) => ({
      guest,
      program: await lookUp(context, program, 'loyaltyProgram', (number) =>
        context.catalogue.loyaltyProgram.load(number),
      ),
    })),
  );
  const visitType = await lookUp(context, request.visitType, 'visitType', async (number) => {
    const isSeen = (await visibleHotelNumbersOfVisitType(context, number)).length > 0;
    return isSeen ? context.tariffs.load(number) : null;
  });
  const fit = resolveStay({
    visitType: { id: visitType.id, found: visitType.found?.tariff ?? null },
    hotel: null,
    roomType: await lookUp(context, request.roomType, 'roomType', (number) => visibleRoomType(context, number)),
    programs,
  });
  if (fit.kind !== 'fits') return fit;
  // biome-ignore lint/style/noNonNullAssertion: the stay fits, so its visit type was found.
  const { book } = visitType.found!;
  const prices = priceStay<NamedPromotion>({
    resolved: fit,
    book,
    channel: request.channel,
    stay: request.stay,
    today: context.today,
    currencies: request.currencies,
  });
  if (prices.kind !== 'priced') return prices;
  const presented = programs.map(({ program }) => program.found).filter((program) => program !== null);
  const { room, tariff } = fit;
  return {
    kind: 'quoted',
    quotes: prices.quotes.map((quote) => ({ quote, programs: presented })),
    sold: { stay: request.stay, room, onDemand: tariff.rules.onDemand, book },
  };
}

/** The rooms left on the scarcest night, at most five are shown (F3); null: the visit type is on demand, and none are counted. */
export function loadRoomsLeft(
  context: RequestContext,
  { stay, room, onDemand, book }: SoldStay,
): MaybePromise<number | null> {
  if (onDemand) return null;
  const nights = { from: stay.arrival, to: stay.departure - 1 };
  return chain(context.capacity.load(room, nights), (remaining) => roomsLeftFor({ remaining, book }, stay));
}

async function lookUp<T>(
  context: RequestContext,
  id: string,
  kind: EntityKind,
  find: (number: number) => MaybePromise<T | null>,
): Promise<Lookup<T>> {
  const number = await resolveNumber(context, kind, id);
  return { id, found: number === null ? null : await find(number) };
}
