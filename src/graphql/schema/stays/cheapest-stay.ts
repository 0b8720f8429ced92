/** The cheapest stay that can be had within a year, of a hotel and of a visit type in one (F16). */
import { findCheapestStay } from '../../../operations/search/offers/cheapest-stay.ts';
import { builder } from '../builder.ts';
import { Hotel } from '../catalogue/hotel.ts';
import { VisitTypeHotel } from '../catalogue/visit-type-hotel.ts';
import { cheapestCost } from '../cost.ts';
import { CurrencyEnum } from '../enums.ts';
import { Offer } from './offers.ts';

const CURRENCY = { type: CurrencyEnum, required: true, description: 'The currency in which it is priced.' } as const;
const WHICH =
  'of all stays that begin today or within 365 days and have a price in this currency the one to offer: AVAILABLE before ON_DEMAND, then the one of the lowest total, then as in the list of `offers` (F4, F16); null: there is none. Its price is that of the room, whoever sleeps in it.';

builder.objectField(VisitTypeHotel, 'cheapestStay', (t) =>
  t.field({
    type: Offer,
    nullable: true,
    complexity: cheapestCost({ visitType: true }),
    description: `The cheapest stay under the visit type in the hotel: ${WHICH}`,
    args: { currency: t.arg(CURRENCY) },
    resolve: ({ visitTypeNumber, hotel }, { currency }, context) =>
      findCheapestStay(context, { hotelNumber: hotel.number, visitTypeNumber, currency }),
  }),
);

builder.prismaObjectFields(Hotel, (t) => ({
  cheapestStay: t.field({
    type: Offer,
    nullable: true,
    complexity: cheapestCost({ hotel: true }),
    description: `The cheapest stay in the hotel, under any of its visit types: ${WHICH}`,
    args: { currency: t.arg(CURRENCY) },
    resolve: ({ number }, { currency }, context) =>
      findCheapestStay(context, { hotelNumber: number, visitTypeNumber: null, currency }),
  }),
}));
