/** The mutation that holds rooms together (Y3), and its outcomes as types. */
import { HOLD_MINUTES_DEFAULT } from '../../../../domain/booking/hold.ts';
import { PARTY_ROOMS } from '../../../../domain/booking/party.ts';
import { invalidInput } from '../../../../domain/problem/refusal.ts';
import { countReached, partsForCaller } from '../../../../operations/booking/booking-limits.ts';
import { holdStays } from '../../../../operations/hold/hold-stays.ts';
import { HELD_GUESTS, readStaysToHold } from '../../../../operations/hold/stay-to-hold.ts';
import { GUESTS_SENT } from '../../../../operations/search/search-input.ts';
import { builder } from '../../builder.ts';
import { BOOKING_COST } from '../../cost.ts';
import { CurrencyEnum } from '../../enums.ts';
import { withEntries, within } from '../../input/bounds.ts';
import { resultType } from '../../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../../refused-values.ts';
import { GuestLoyaltyInput } from '../../stays/quote.ts';
import { Hold, type HoldShape, toHold } from './hold.ts';
import { holdFields, holdProblems, idsOf } from './hold-fields.ts';

const StaysHeld = builder
  .objectRef<{ id: string; holds: readonly HoldShape[]; replayed: boolean }>('StaysHeld')
  .implement({
    description: 'The rooms are held together.',
    fields: (t) => ({
      id: t.exposeID('id', {
        description:
          'What names all of them, for `hold` of `createBookings` and for `releaseHold`: 24 random hexadecimal digits. Only keys of the client can use it.',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When all of them expire: from then on the rooms are for sale again.',
        // biome-ignore lint/style/noNonNullAssertion: a room at least is held.
        resolve: ({ holds }) => holds[0]!.expiresAt,
      }),
      holds: t.expose('holds', {
        type: [Hold],
        description:
          'The hold of each room, in their order. One can be booked or released by itself; the others stay held.',
      }),
      replayed: t.exposeBoolean('replayed', {
        description: 'Whether an earlier request with the same idempotency key holds them. They may have ended since.',
      }),
    }),
  });

const HoldStaysResult = resultType('holdStays', { held: StaysHeld }, 'The holds, or why nothing is held.');

const HeldRoomInput = builder.inputType('HeldRoomInput', {
  description: 'A room of several that are to be held together.',
  fields: (t) => ({
    roomType: t.id({ required: true, description: 'ObjectId or number of the room type.' }),
    guests: t.int({
      required: true,
      description:
        'How many people are to sleep in it: at least one, at most as many as it has beds. The booking may have another number.',
      ...within(HELD_GUESTS),
    }),
    loyaltyPrograms: t.field({
      type: [GuestLoyaltyInput],
      description: 'Loyalty programmes, 100 at most and one a guest of the room; the booking must have the same.',
      ...withEntries(GUESTS_SENT),
    }),
  }),
});

const HoldStaysInput = builder.inputType('HoldStaysInput', {
  description:
    'Rooms to be held together for one stay: the `offer` of a search, or visit type, dates, currency and rooms. One of both is needed; together they are refused.',
  fields: (t) => ({
    offer: t.id({
      description:
        '`id` of an offer, with one room or several. They are held as if they were named field by field: at the prices of this moment, and only while they can be had.',
    }),
    visitType: t.id({ description: 'ObjectId or number of the visit type.' }),
    hotel: t.id({
      description: 'ObjectId or number of the hotel. Default: that of the room types.',
    }),
    arrival: t.field({ type: 'LocalDate', description: 'First day of the stay.' }),
    departure: t.field({ type: 'LocalDate', description: 'Day on which the guests leave; after `arrival`.' }),
    currency: t.field({ type: CurrencyEnum, description: 'Currency of the prices.' }),
    rooms: t.field({
      type: [HeldRoomInput],
      description: `The rooms, ${PARTY_ROOMS.min} to ${PARTY_ROOMS.max}, all of one hotel.`,
      ...withEntries(PARTY_ROOMS),
    }),
    ...holdFields(t),
  }),
});

builder.mutationField('holdStays', (t) =>
  t.field({
    type: HoldStaysResult,
    complexity: BOOKING_COST,
    extensions: REPORTS_REFUSED_VALUES,
    description:
      'Holds 1 to 6 rooms of a hotel for one stay, all or none (Y3), each as `holdStay` does. `createBookings` with their `id` uses them up together. They count as one of the stays that may be held at a time, and as many room nights as they have (A4).',
    args: { input: t.arg({ type: HoldStaysInput, required: true, description: 'The rooms and their stay.' }) },
    resolve: async (_, { input: sent }, context) => {
      const { input, refused } = readInput(sent);
      const minutes = input.minutes ?? HOLD_MINUTES_DEFAULT;
      const { stays, problems: ofStays } = readStaysToHold(input, idsOf(context));
      const problems = withRefused(refused, [...ofStays, ...holdProblems({ ...input, minutes })]);
      if (problems.length > 0 || stays === null) return invalidInput(problems);
      const idempotencyKey = input.idempotencyKey ?? null;
      const outcome = await holdStays({ ...partsForCaller(context), input: { ...stays, minutes, idempotencyKey } });
      if (outcome.kind === 'held') return { ...outcome, holds: outcome.holds.map(toHold) };
      countReached(context.services, outcome);
      return outcome;
    },
  }),
);
