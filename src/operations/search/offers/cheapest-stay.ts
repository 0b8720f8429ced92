/** The cheapest stay in a hotel that can be had within a year, under one of its visit types or any of them (F16). */
import { OfferColumns, type OfferedStay } from '../../../domain/offer/offer-columns.ts';
import { OfferList } from '../../../domain/offer/offer-list.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { giveWay } from '../../deadline.ts';
import { findOffers } from './find-offers.ts';
import { cachedList, type PricedOffer, readPriced } from './list-offers.ts';
import { anyStayIn } from './offer-search.ts';

/** The arrival is so many days from today at most. */
export const CHEAPEST_WITHIN_DAYS = 365;
/** Arrivals that are looked at before other requests get a turn. */
const ARRIVALS_PER_TURN = 28;

/** What a stay is looked for in; `visitTypeNumber` null: under any visit type. The caller sees both. */
export interface CheapestIn {
  readonly hotelNumber: number;
  readonly visitTypeNumber: number | null;
  readonly currency: Currency;
  /** What looking costs beyond the estimate (A9). */
  readonly furtherCost: number;
}

/** Null: there is no stay with a price. */
export async function findCheapestStay(context: RequestContext, asked: CheapestIn): Promise<PricedOffer | null> {
  const { hotelNumber, visitTypeNumber, currency } = asked;
  const name = ['cheapest', hotelNumber, visitTypeNumber, currency];
  const { stays } = await readPriced(context, asked, async (pay) => {
    const { list } = await cachedList(context, name, async (own) => {
      await pay();
      return cheapestOf(own, asked);
    });
    return { stays: list.page(null, 1).offers };
  });
  return stays[0] ?? null;
}

/** A list of at most one. */
async function cheapestOf(context: RequestContext, asked: CheapestIn): Promise<OfferList> {
  const { today } = context;
  const last = today + CHEAPEST_WITHIN_DAYS;
  let best: OfferedStay | undefined;
  for (let from = today; from <= last; from += ARRIVALS_PER_TURN) {
    if (from > today) await giveWay(context);
    const arrivals = { from, to: Math.min(last, from + ARRIVALS_PER_TURN - 1) };
    const found = await findOffers(context, anyStayIn(asked, arrivals));
    // Where totals are equal, the earlier arrival comes first.
    const both = [...(best ? [best] : []), ...new OfferList(found, 'PRICE').page(null, 1).offers];
    [best] = new OfferList(OfferColumns.of(both), 'PRICE').page(null, 1).offers;
  }
  return new OfferList(OfferColumns.of(best ? [best] : []), 'PRICE');
}
