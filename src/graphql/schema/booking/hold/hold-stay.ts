/** The mutation that holds a stay for some minutes (S13), and its outcomes as types. */
import { HOLD_MINUTES_DEFAULT } from '../../../../domain/booking/hold.ts';
import { invalidInput } from '../../../../domain/problem/refusal.ts';
import { countReached, partsForCaller } from '../../../../operations/booking/booking-limits.ts';
import { holdStay } from '../../../../operations/hold/hold-stay.ts';
import { readStayToHold } from '../../../../operations/hold/stay-to-hold.ts';
import { GUESTS_SENT } from '../../../../operations/search/search-input.ts';
import { builder } from '../../builder.ts';
import { BOOKING_COST } from '../../cost.ts';
import { CurrencyEnum } from '../../enums.ts';
import { withEntries } from '../../input/bounds.ts';
import { resultType } from '../../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../../refused-values.ts';
import { GuestLoyaltyInput } from '../../stays/quote.ts';
import { Hold, type HoldShape, toHold } from './hold.ts';
import { holdFields, holdProblems, idsOf } from './hold-fields.ts';

const StayHeld = builder.objectRef<{ hold: HoldShape; replayed: boolean }>('StayHeld').implement({
  description: 'The stay is held.',
  fields: (t) => ({
    hold: t.expose('hold', { type: Hold, description: 'The hold.' }),
    replayed: t.exposeBoolean('replayed', {
      description: 'Whether an earlier request with the same idempotency key holds it. It may have ended since.',
    }),
  }),
});

const HoldStayResult = resultType('holdStay', { held: StayHeld }, 'The hold, or why nothing is held.');

const HoldStayInput = builder.inputType('HoldStayInput', {
  description:
    'A stay to be held: the `offer` of a search, or visit type, room type, dates and currency as for a quote. One of both is needed; together they are refused.',
  fields: (t) => ({
    offer: t.id({
      description:
        '`id` of an offer with one room. Its stay is held as if it was named field by field: at the price of this moment, and only while it can be had.',
    }),
    visitType: t.id({ description: 'ObjectId or number of the visit type.' }),
    hotel: t.id({ description: 'ObjectId or number of the hotel. Default: the one of the room type.' }),
    roomType: t.id({ description: 'ObjectId or number of the room type.' }),
    arrival: t.field({ type: 'LocalDate', description: 'First day of the stay.' }),
    departure: t.field({ type: 'LocalDate', description: 'Day on which the guests leave; after `arrival`.' }),
    loyaltyPrograms: t.field({
      type: [GuestLoyaltyInput],
      description: 'Loyalty programmes, 100 at most and one a guest; the booking must have the same.',
      ...withEntries(GUESTS_SENT),
    }),
    currency: t.field({ type: CurrencyEnum, description: 'Currency of the price.' }),
    ...holdFields(t),
  }),
});

builder.mutationField('holdStay', (t) =>
  t.field({
    type: HoldStayResult,
    complexity: BOOKING_COST,
    extensions: REPORTS_REFUSED_VALUES,
    description:
      'Holds a stay for some minutes: it takes one room for every night, as a binding booking does, and keeps the price (S13). `createBooking` with the hold uses it up; otherwise it is released, or expires by itself. A client holds at most 20 stays at a time; with publishable keys an address holds 5, and has a few room nights a day (A4).',
    args: { input: t.arg({ type: HoldStayInput, required: true, description: 'The stay.' }) },
    resolve: async (_, { input: sent }, context) => {
      const { input, refused } = readInput(sent);
      const minutes = input.minutes ?? HOLD_MINUTES_DEFAULT;
      const programs = input.loyaltyPrograms ?? [];
      const { stay, problems: ofStay } = readStayToHold({ ...input, loyaltyPrograms: programs }, idsOf(context));
      const problems = withRefused(refused, [...ofStay, ...holdProblems({ ...input, minutes })]);
      if (problems.length > 0 || stay === null) return invalidInput(problems);
      const outcome = await holdStay({
        ...partsForCaller(context),
        input: { ...stay, programs, minutes, idempotencyKey: input.idempotencyKey ?? null },
      });
      if (outcome.kind === 'held') return { kind: outcome.kind, replayed: outcome.replayed, hold: toHold(outcome) };
      countReached(context.services, outcome);
      return outcome;
    },
  }),
);
