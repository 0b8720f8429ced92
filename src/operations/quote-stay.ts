/** The price of a concrete stay (`/price` of the interface, P2 to P5), regardless of capacity and on demand. */

import type { EntityKind } from '../data/catalogue-loaders.ts';
import type { LoyaltyProgram } from '../data/generated/prisma/client.ts';
import type { Soon } from '../data/soon.ts';
import type { NamedPromotion } from '../data/tariffs.ts';
import type { Currency } from '../domain/money.ts';
import type { Quote } from '../domain/quote.ts';
import {
  fitOfStay,
  type LoyaltyNotApplicable,
  type Named,
  type PresentedProgram,
  pricesOfStay,
  type StayNotAllowed,
  type StayNotFound,
  type StayNotPriced,
} from '../domain/sellable-stay.ts';
import type { Stay } from '../domain/stay.ts';
import { numberOf } from './references.ts';
import type { RequestContext } from './request-context.ts';
import { hotelsOfVisitType, visibleRoomType } from './visibility.ts';

/** References are ObjectIds or numbers. */
export interface QuoteRequest {
  visitType: string;
  roomType: string;
  stay: Stay;
  /** At most one programme per guest position; positions start at 1. */
  loyaltyPrograms: readonly { guest: number; program: string }[];
  /** At least one. */
  currencies: readonly Currency[];
}

/** A stay's price in one currency, with the loyalty programmes behind its discounts. */
export interface NamedQuote {
  quote: Quote<NamedPromotion>;
  programs: readonly LoyaltyProgram[];
}

/** A quote per currency that covers the stay, or the first obstacle. */
export type QuoteOutcome =
  | { kind: 'quoted'; quotes: readonly NamedQuote[] }
  | StayNotFound
  | StayNotAllowed
  | LoyaltyNotApplicable
  | StayNotPriced;

/** Prices a stay for the caller's channel. */
export async function quoteStayFor(context: RequestContext, request: QuoteRequest): Promise<QuoteOutcome> {
  const programs = await Promise.all(
    request.loyaltyPrograms.map(async ({ guest, program }) => ({
      guest,
      program: await named(context, program, 'loyaltyProgram', (number) =>
        context.catalogue.loyaltyProgram.load(number),
      ),
    })),
  );
  const visitType = await named(context, request.visitType, 'visitType', async (number) => {
    const isSeen = (await hotelsOfVisitType(context, number)).length > 0;
    return isSeen ? context.tariffs.load(number) : null;
  });
  const fit = fitOfStay({
    visitType: { id: visitType.id, found: visitType.found?.tariff ?? null },
    hotel: null,
    roomType: await named(context, request.roomType, 'roomType', (number) => visibleRoomType(context, number)),
    programs: programs satisfies PresentedProgram[],
  });
  if (fit.kind !== 'fits') return fit;
  const prices = pricesOfStay<NamedPromotion>({
    fit: fit as typeof fit & { tariff: { promotions: readonly NamedPromotion[] } },
    book: visitType.found!.book,
    channel: context.caller.channel,
    stay: request.stay,
    today: context.today,
    currencies: request.currencies,
  });
  if (prices.kind !== 'priced') return prices;
  const presented = programs.map(({ program }) => program.found).filter((program) => program !== null);
  return { kind: 'quoted', quotes: prices.quotes.map((quote) => ({ quote, programs: presented })) };
}

async function named<T>(
  context: RequestContext,
  id: string,
  kind: EntityKind,
  find: (number: number) => Soon<T | null>,
): Promise<Named<T>> {
  const number = await numberOf(context, kind, id);
  return { id, found: number === null ? null : await find(number) };
}
