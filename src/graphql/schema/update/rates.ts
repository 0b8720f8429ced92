/** Prices as they are stored, for the people who change them (U7). */

import { chain } from '../../../data/cache/maybe-promise.ts';
import type { Rate } from '../../../domain/pricing/price-list.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { reachesVisitType } from '../../../operations/access/hotel-reach.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import { type PriceListRates, readRates, stateProblems } from '../../../operations/update/read-state.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { RATES_COST, storedNightsCost } from '../cost.ts';
import { CurrencyEnum, PriceListKindEnum, QuotedPerEnum } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';
import { referredRow } from '../referred-row.ts';

const SeasonRate = builder.objectRef<Rate>('SeasonRate').implement({
  description: 'What a room type costs in a season of a price list.',
  fields: (t) => ({
    roomType: t.field({
      type: 'RoomType',
      description: 'The room type.',
      resolve: ({ roomTypeNumber }, _, context) => chain(context.catalogue.roomType.load(roomTypeNumber), referredRow),
    }),
    from: t.field({ type: 'LocalDate', description: 'First night.', resolve: ({ from }) => formatDay(from) }),
    to: t.field({
      type: 'LocalDate',
      description: 'Last night, included; 9999-12-31: no end.',
      resolve: ({ to }) => formatDay(to),
    }),
    amountMinor: t.exposeInt('amountMinor', {
      description: 'Amount in minor units of the currency of the list (hellers, cents), before promotions.',
    }),
  }),
});

const PriceListRatesType = builder.objectRef<PriceListRates>('PriceListRates').implement({
  description: 'A price list of a visit type, with prices of a range of nights.',
  fields: (t) => ({
    priceList: t.int({
      description: 'Its number, unique within the visit type: the `priceList` of `updateRates`.',
      resolve: ({ number }) => number,
    }),
    kind: t.expose('kind', { type: PriceListKindEnum, description: 'How it charges.' }),
    nights: t.exposeInt('nights', { nullable: true, description: 'Nights of the package; null for prices by night.' }),
    quotedPer: t.expose('quotedPer', { type: QuotedPerEnum, description: 'What an amount is for.' }),
    currency: t.expose('currency', { type: CurrencyEnum, description: 'Currency of its amounts.' }),
    rates: t.expose('rates', {
      type: [SeasonRate],
      complexity: RATES_COST,
      description:
        'Its prices in the range, by room type and night: whole seasons, also where they begin before or end after the range.',
    }),
  }),
});

builder.queryField('rates', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: [PriceListRatesType],
    extensions: requiresScope('operate', 'rates'),
    complexity: storedNightsCost,
    description:
      'The prices of a visit type as they are stored, by the numbers of its price lists: what `updateRates` changes. Null when no hotel of the API key sells such a visit type. It needs the right `OPERATE` or `RATES`.',
    args: {
      visitType: t.arg.id({ required: true, description: 'ObjectId or number of the visit type.' }),
      hotel: t.arg.id({
        description: 'Only room types of this hotel: ObjectId or number; one that names nothing selects nothing.',
      }),
      from: t.arg({ type: 'LocalDate', required: true, description: 'First night.' }),
      to: t.arg({ type: 'LocalDate', required: true, description: 'Last night, included; at most 93 nights.' }),
    },
    resolve: async (_, { visitType, hotel, from, to }, context) => {
      context.dependencies.isPrivate = true;
      throwIfInvalid(stateProblems({ from, to }));
      const number = await resolveNumber(context, 'visitType', visitType);
      if (number === null || !(await reachesVisitType(context, number))) return null;
      const hotelNumber = hotel == null ? null : ((await resolveNumber(context, 'hotel', hotel)) ?? NOTHING);
      const { caller, services } = context;
      return readRates(services.database, { visitType: number, hotel: hotelNumber, from, to, caller });
    },
  }),
);

/** Nothing has a negative number. */
const NOTHING = -1;
