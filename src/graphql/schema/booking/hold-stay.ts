/** The mutations that hold a stay for some minutes and give it back (S13), and their outcomes as types. */
import { HOLD_MINUTES, HOLD_MINUTES_DEFAULT } from '../../../domain/booking/hold.ts';
import { holdStay } from '../../../operations/hold/hold-stay.ts';
import { releaseHold } from '../../../operations/hold/release-hold.ts';
import { boundsProblems, quoteProblems } from '../../../operations/search/search-input.ts';
import { builder } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { CurrencyEnum } from '../enums.ts';
import {
  InvalidInput,
  LoyaltyNotApplicable,
  NoCapacity,
  NotFound,
  NotPriced,
  OnDemandOnly,
  StayNotAllowed,
  TooManyHolds,
  toInvalidInput,
  toProblem,
  typeByKind,
} from '../problems.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { GuestLoyaltyInput, Quote, type QuoteShape, toCalculatedQuote } from '../stays/quote.ts';

interface HoldShape {
  readonly id: string;
  readonly expiresAt: Date;
  readonly quote: QuoteShape;
}

const Hold = builder.objectRef<HoldShape>('Hold').implement({
  description: 'A stay that is held for the client, with a room for every night and its price.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'Its id, for `hold` of `createBooking`: 24 random hexadecimal digits. Only keys of the client can use it.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it expires: from then on its rooms are for sale again.',
    }),
    quote: t.expose('quote', { type: Quote, description: 'The price at which it can be booked until then.' }),
  }),
});

const StayHeld = builder.objectRef<{ hold: HoldShape }>('StayHeld').implement({
  description: 'The stay is held.',
  fields: (t) => ({ hold: t.expose('hold', { type: Hold, description: 'The hold.' }) }),
});

const HoldStayResult = builder.unionType('HoldStayResult', {
  description: 'The hold, or why nothing is held.',
  types: [
    StayHeld,
    InvalidInput,
    NotFound,
    StayNotAllowed,
    NotPriced,
    NoCapacity,
    OnDemandOnly,
    LoyaltyNotApplicable,
    TooManyHolds,
  ],
  resolveType: typeByKind({ held: 'StayHeld' }),
});

const HoldStayInput = builder.inputType('HoldStayInput', {
  description: 'A stay to be held, as for a quote.',
  fields: (t) => ({
    visitType: t.id({ required: true, description: 'ObjectId or number of the visit type.' }),
    hotel: t.id({ description: 'ObjectId or number of the hotel. Default: the one of the room type.' }),
    roomType: t.id({ required: true, description: 'ObjectId or number of the room type.' }),
    arrival: t.field({ type: 'LocalDate', required: true, description: 'First day of the stay.' }),
    departure: t.field({
      type: 'LocalDate',
      required: true,
      description: 'Day on which the guests leave; after `arrival`.',
    }),
    loyaltyPrograms: t.field({
      type: [GuestLoyaltyInput],
      description: 'Loyalty programmes, at most one a guest; the booking must have the same.',
    }),
    currency: t.field({ type: CurrencyEnum, required: true, description: 'Currency of the price.' }),
    minutes: t.int({
      defaultValue: HOLD_MINUTES_DEFAULT,
      description: `For how long: ${HOLD_MINUTES.min} to ${HOLD_MINUTES.max} minutes.`,
    }),
  }),
});

builder.mutationField('holdStay', (t) =>
  t.field({
    type: HoldStayResult,
    complexity: BOOKING_COST,
    extensions: REPORTS_REFUSED_VALUES,
    description:
      'Holds a stay for some minutes: it takes one room for every night, as a binding booking does, and keeps the price (S13). `createBooking` with the hold uses it up; otherwise it is released, or expires by itself. A client holds at most 20 stays at a time; with publishable keys 2 for each address.',
    args: { input: t.arg({ type: HoldStayInput, required: true, description: 'The stay.' }) },
    resolve: async (_, { input: sent }, context) => {
      const { input, refused } = readInput(sent);
      const { visitType, hotel, roomType, arrival, departure, currency } = input;
      const minutes = input.minutes ?? HOLD_MINUTES_DEFAULT;
      const programs = input.loyaltyPrograms ?? [];
      const problems = withRefused(refused, [
        ...quoteProblems({ arrival, departure, loyaltyPrograms: programs }),
        ...boundsProblems('minutes', minutes, HOLD_MINUTES),
      ]);
      if (problems.length > 0) return toProblem(toInvalidInput(problems));
      const { database, epochs, clock, businessTimeZone } = context.services;
      const outcome = await holdStay({
        ...{ database, epochs, clock, businessTimeZone, caller: context.caller, network: context.network ?? null },
        input: { visitType, hotel: hotel ?? null, roomType, arrival, departure, currency, programs, minutes },
      });
      if (outcome.kind !== 'held') return toProblem(outcome);
      const { id, expiresAt } = outcome;
      return { kind: outcome.kind, hold: { id, expiresAt: new Date(expiresAt), quote: toCalculatedQuote(outcome) } };
    },
  }),
);

const HoldReleased = builder.objectRef<{ id: string }>('HoldReleased').implement({
  description: 'Nothing is held under the id.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the hold.' }) }),
});

const ReleaseHoldResult = builder.unionType('ReleaseHoldResult', {
  description: 'The hold is released, or there is none.',
  types: [HoldReleased, NotFound],
  resolveType: typeByKind({ released: 'HoldReleased' }),
});

builder.mutationField('releaseHold', (t) =>
  t.field({
    type: ReleaseHoldResult,
    complexity: BOOKING_COST,
    description:
      'Gives the rooms of a hold back at once. Released again, or after it has expired, the answer is the same for 24 hours. A hold that was booked is no hold any more (`NotFound`).',
    args: { id: t.arg.id({ required: true, description: 'Id of the hold.' }) },
    resolve: async (_, { id }, context) => {
      const { database, epochs, clock } = context.services;
      const outcome = await releaseHold({ database, epochs, clock, caller: context.caller, id });
      return outcome.kind === 'released' ? outcome : toProblem(outcome);
    },
  }),
);
