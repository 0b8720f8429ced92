/** The cheapest stay in a hotel that can be had within a year (F16). */
import { chain } from '../../../data/cache/maybe-promise.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import { findCheapestStay } from '../../../operations/search/offers/cheapest-stay.ts';
import { builder } from '../builder.ts';
import { Hotel } from '../catalogue/hotel.ts';
import { CurrencyEnum } from '../enums.ts';
import { Offer } from './offers.ts';
import { cheapestCost, furtherCheapestCost } from './offers-cost.ts';

builder.prismaObjectFields(Hotel, (t) => ({
  cheapestStay: t.field({
    type: Offer,
    nullable: true,
    complexity: cheapestCost,
    description:
      'The cheapest stay in it that can be had within a year: of all stays that begin today or within 365 days and have a price in this currency the one to offer, AVAILABLE before ON_DEMAND, then the one of the lowest total, then as in the list of `offers` (F4, F16); null: there is none. Its price is that of the room, whoever sleeps in it.',
    args: {
      visitType: t.arg.id({
        description:
          'ObjectId or number of a visit type: only its stays; one that names nothing has none. Default: those of all visit types.',
      }),
      currency: t.arg({ type: CurrencyEnum, required: true, description: 'The currency in which it is priced.' }),
    },
    resolve: ({ number: hotelNumber }, { visitType, currency }, context) =>
      chain(visitType == null ? null : resolveNumber(context, 'visitType', visitType), (visitTypeNumber) =>
        visitType != null && visitTypeNumber === null
          ? null
          : findCheapestStay(context, {
              ...{ hotelNumber, visitTypeNumber, currency },
              furtherCost: furtherCheapestCost({ visitType }, context),
            }),
      ),
  }),
}));
