/** The mutations that hold a stay for some minutes and give it back (S13), the queries that show what is held, and their outcomes as types. */

import { HOLD_MINUTES, HOLD_MINUTES_DEFAULT } from '../../../domain/booking/hold.ts';
import type { InputProblem } from '../../../domain/problem/input-problem.ts';
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { countReached, publicUseOf } from '../../../operations/booking/booking-limits.ts';
import { toInputProblem } from '../../../operations/booking/booking-problems.ts';
import type { HeldStay } from '../../../operations/hold/hold-outcome.ts';
import { holdStay } from '../../../operations/hold/hold-stay.ts';
import { findHold, listHolds } from '../../../operations/hold/list-holds.ts';
import { releaseHold } from '../../../operations/hold/release-hold.ts';
import { readStayToHold } from '../../../operations/hold/stay-to-hold.ts';
import { idempotencyKey, optional } from '../../../operations/input-values.ts';
import { boundsProblems } from '../../../operations/search/search-input.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { CurrencyEnum } from '../enums.ts';
import { idInput } from '../id-input.ts';
import { refusalTypes, typeOfRefusal } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { GuestLoyaltyInput, Quote, type ShownQuote, toShownQuote } from '../stays/quote.ts';

interface HoldShape extends Omit<HeldStay, 'expiresAt' | 'quote' | 'programs'> {
  readonly expiresAt: Date;
  readonly quote: ShownQuote;
}

function toHold({ expiresAt, quote, programs, ...held }: HeldStay): HoldShape {
  return { ...held, expiresAt: new Date(expiresAt), quote: toShownQuote({ quote, programs }) };
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
    visitTypeNumber: t.exposeInt('visitTypeNumber', { description: 'Number of the visit type.' }),
    hotelNumber: t.exposeInt('hotelNumber', { description: 'Number of the hotel.' }),
    roomTypeNumber: t.exposeInt('roomTypeNumber', { description: 'Number of the room type.' }),
    arrival: t.field({
      type: 'LocalDate',
      description: 'First day of the stay.',
      resolve: ({ arrival }) => formatDay(arrival),
    }),
    departure: t.field({
      type: 'LocalDate',
      description: 'Day on which the guests leave.',
      resolve: ({ departure }) => formatDay(departure),
    }),
  }),
});

const StayHeld = builder.objectRef<{ hold: HoldShape; replayed: boolean }>('StayHeld').implement({
  description: 'The stay is held.',
  fields: (t) => ({
    hold: t.expose('hold', { type: Hold, description: 'The hold.' }),
    replayed: t.exposeBoolean('replayed', {
      description: 'Whether an earlier request with the same idempotency key holds it. It may have ended since.',
    }),
  }),
});

const HoldStayResult = builder.unionType('HoldStayResult', {
  description: 'The hold, or why nothing is held.',
  types: [StayHeld, ...refusalTypes('holdStay')],
  resolveType: (result: { readonly kind?: string }, context) =>
    result.kind === 'held' ? 'StayHeld' : typeOfRefusal(result, context),
});

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
      description: 'Loyalty programmes, at most one a guest; the booking must have the same.',
    }),
    currency: t.field({ type: CurrencyEnum, description: 'Currency of the price.' }),
    minutes: t.int({
      defaultValue: HOLD_MINUTES_DEFAULT,
      description: `For how long: ${HOLD_MINUTES.min} to ${HOLD_MINUTES.max} minutes.`,
    }),
    idempotencyKey: t.string({
      description:
        'A key of the caller for this request, 1 to 255 visible ASCII characters. A repetition within 24 hours gets the same hold, also when the answer was lost; another request under the same key is refused. A hold that was booked meanwhile is `NotFound`.',
    }),
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
      const ids = { cursors: context.services.cursors, today: context.today };
      const { stay, problems: ofStay } = readStayToHold({ ...input, loyaltyPrograms: programs }, ids);
      const problems = withRefused(refused, [
        ...ofStay,
        ...boundsProblems('minutes', minutes, HOLD_MINUTES),
        ...keyProblems(input.idempotencyKey),
      ]);
      if (problems.length > 0 || stay === null) return invalidInput(problems);
      const { database, epochs, clock, businessTimeZone } = context.services;
      const outcome = await holdStay({
        ...{ database, epochs, clock, businessTimeZone, caller: context.caller, publicUse: publicUseOf(context) },
        input: { ...stay, programs, minutes, idempotencyKey: input.idempotencyKey ?? null },
      });
      if (outcome.kind === 'held') return { kind: outcome.kind, replayed: outcome.replayed, hold: toHold(outcome) };
      countReached(context.services, outcome);
      return outcome;
    },
  }),
);

/** What is wrong with an idempotency key; nothing if there is none. */
function keyProblems(sent: string | null | undefined): InputProblem[] {
  const issues = optional(idempotencyKey).safeParse(sent).error?.issues ?? [];
  return issues.map((issue) => toInputProblem({ idempotencyKey: sent }, { ...issue, path: ['idempotencyKey'] }));
}

builder.queryField('hold', (t) =>
  t.field({
    extensions: requiresScope('book'),
    type: Hold,
    nullable: true,
    description:
      'An open hold of the client, with a publishable key one that was made for the address that asks; null when there is none. One that was booked, released or has expired is none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the hold.' }) },
    resolve: async (_, { id }, context) => {
      const found = await findHold(asking(context), id);
      return found && toHold(found);
    },
  }),
);

builder.queryField('holds', (t) =>
  t.field({
    extensions: requiresScope('book'),
    type: [Hold],
    description:
      'The open holds of the client, with a publishable key those that were made for the address that asks; the first to expire first.',
    resolve: async (_, __, context) => (await listHolds(asking(context))).map(toHold),
  }),
);

/** A hold expires by itself and is the caller's alone, so it is not cached. */
function asking(context: RequestContext) {
  context.dependencies.isPrivate = true;
  context.dependencies.isPersonal = true;
  const { database, clock } = context.services;
  return { database, clock, caller: context.caller, publicUse: publicUseOf(context) };
}

const HoldReleased = builder.objectRef<{ id: string }>('HoldReleased').implement({
  description: 'Nothing is held under the id.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the hold.' }) }),
});

const ReleaseHoldResult = builder.unionType('ReleaseHoldResult', {
  description: 'The hold is released, or there is none.',
  types: [HoldReleased, ...refusalTypes('releaseHold')],
  resolveType: (result: { readonly kind?: string }, context) =>
    result.kind === 'released' ? 'HoldReleased' : typeOfRefusal(result, context),
});

const ReleaseHoldInput = idInput('ReleaseHoldInput', 'A hold to be released.', 'Id of the hold.');

builder.mutationField('releaseHold', (t) =>
  t.field({
    type: ReleaseHoldResult,
    complexity: BOOKING_COST,
    description:
      'Gives the rooms of a hold back at once. Released again, or after it has expired, the answer is the same for 24 hours. A hold that was booked is no hold any more (`NotFound`).',
    args: { input: t.arg({ type: ReleaseHoldInput, required: true, description: 'The hold.' }) },
    resolve: async (_, { input: { id } }, context) => {
      const { database, epochs, clock } = context.services;
      const outcome = await releaseHold({ database, epochs, clock, caller: context.caller, id });
      return outcome;
    },
  }),
);
