/** Expected failures as types: each with a stable code, a message for people, and the facts behind it. */
import type { ObjectRef } from '@pothos/core';
import type { StaySubject } from '../../domain/stay/sellable-stay.ts';
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import type { InputProblem as ProblemOfInput } from '../../operations/input-problem.ts';
import { builder, type SchemaTypes } from './builder.ts';

type InputProblemShape = ProblemOfInput<string>;

interface ProblemShape {
  code: string;
  message: string;
}

export const Problem = builder.interfaceRef<ProblemShape>('Problem').implement({
  description: 'Why a request could not be met.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A stable code for programs.' }),
    message: t.exposeString('message', { description: 'A sentence for people; it names the values that were wrong.' }),
  }),
});

/** A problem type with only code and message. */
function plainProblem(name: string, description: string): ObjectRef<SchemaTypes, ProblemShape, ProblemShape> {
  return builder.objectRef<ProblemShape>(name).implement({ description, interfaces: [Problem] });
}

const InputProblem = builder.objectRef<InputProblemShape>('InputProblem').implement({
  description: 'One thing that is wrong with the input.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where, as a dotted path into the input: `billedTo.email`, `guests.0.firstName`, `changes.2`.',
    }),
    code: t.exposeString('code', { description: 'A stable code for programs.' }),
    message: t.exposeString('message', { description: 'A sentence for people.' }),
  }),
});

export const InvalidInput = builder
  .objectRef<ProblemShape & { problems: readonly InputProblemShape[] }>('InvalidInput')
  .implement({
    description: 'The input is malformed, out of bounds or in conflict with what is stored. Nothing was changed.',
    interfaces: [Problem],
    fields: (t) => ({
      problems: t.expose('problems', { type: [InputProblem], description: 'Everything that is wrong with it.' }),
    }),
  });

type NotFoundShape = ProblemShape & { subject: StaySubject | 'booking' | 'webhook' | 'delivery'; id: string };

export const NotFound = builder.objectRef<NotFoundShape>('NotFound').implement({
  description: 'Something that the request names does not exist for the API key.',
  interfaces: [Problem],
  fields: (t) => ({
    subject: t.exposeString('subject', {
      description:
        'What it is: `visitType`, `hotel`, `roomType`, `loyaltyProgram`, `priceList`, `booking`, `hold`, `webhook` or `delivery`.',
    }),
    reference: t.exposeString('id', { description: 'The ObjectId or number, as the request gave it.' }),
  }),
});

/** Of a stay that was refused (F2). */
const LENGTHS_DESCRIPTION =
  'The nights of the stays that can be had from that arrival in an asked currency, ascending, at most 732; none: there is no stay (F2).';

export const StayNotAllowed = builder
  .objectRef<ProblemShape & { lengths?: readonly number[] }>('StayNotAllowed')
  .implement({
    description:
      'A rule forbids the stay; `code` names it: ROOM_TYPE_OF_OTHER_HOTEL, NOT_SOLD_IN_HOTEL, NOT_ON_SALE, IN_THE_PAST, BEYOND_HORIZON, TOO_SHORT, TOO_LONG, NOT_WHOLE_WEEKS, STARTING_DAY or TIME_CONSTRAINTS.',
    interfaces: [Problem],
    fields: (t) => ({
      lengths: t.intList({ description: LENGTHS_DESCRIPTION, resolve: ({ lengths }) => lengths ?? [] }),
    }),
  });

/** A problem about the first night that lacks something. */
function nightProblem<Facts extends object = object>(name: string, description: string, firstNight: string) {
  return builder.objectRef<ProblemShape & { firstNight: Day } & Facts>(name).implement({
    description,
    interfaces: [Problem],
    fields: (t) => ({
      firstNight: t.field({
        type: 'LocalDate',
        description: firstNight,
        resolve: (problem) => formatDay(problem.firstNight),
      }),
    }),
  });
}

export const NotPriced = nightProblem<{ lengths: readonly number[] }>(
  'NotPriced',
  'No single asked currency prices every night of the stay.',
  'The first night without a price, in the currency that reaches furthest.',
);
builder.objectField(NotPriced, 'lengths', (t) =>
  t.intList({ description: LENGTHS_DESCRIPTION, resolve: ({ lengths }) => lengths }),
);

export const NoCapacity = nightProblem(
  'NoCapacity',
  'Some night of the stay has no room left. Nothing was booked; a request (`kind: REQUEST`) may still be made.',
  'The first night without a room.',
);

export const OnDemandOnly = plainProblem(
  'OnDemandOnly',
  'The visit type can only be requested (`kind: REQUEST`), not booked at once.',
);

export const LoyaltyNotApplicable = builder
  .objectRef<ProblemShape & { guest: number; beds: number }>('LoyaltyNotApplicable')
  .implement({
    description:
      'A loyalty programme cannot count: the visit type does not take part in it (LOYALTY_NOT_APPLICABLE), or the room has no bed for the guest (GUEST_BEYOND_BEDS).',
    interfaces: [Problem],
    fields: (t) => ({
      guest: t.exposeInt('guest', { description: 'Position of the guest, from 1.' }),
      beds: t.exposeInt('beds', { description: 'Beds of the room type.' }),
    }),
  });

export const GuestCountProblem = builder
  .objectRef<ProblemShape & { guests: number; beds: number }>('GuestCountProblem')
  .implement({
    description: 'There are no guests, or more than the room type has beds.',
    interfaces: [Problem],
    fields: (t) => ({
      guests: t.exposeInt('guests', { description: 'Guests of the request.' }),
      beds: t.exposeInt('beds', { description: 'Beds of the room type.' }),
    }),
  });

export const IdempotencyProblem = plainProblem(
  'IdempotencyProblem',
  'The idempotency key was used for another request (IDEMPOTENCY_KEY_REUSED), or its first request is still running (IDEMPOTENCY_IN_PROGRESS: try again).',
);

export const TooManyRequests = builder
  .objectRef<ProblemShape & { retryAfterSeconds: number }>('TooManyRequests')
  .implement({
    description:
      'Ten requests (`kind: REQUEST`) for the hotel under the e-mail address of `billedTo` were made within the last minute, with whatever API keys. Nothing was booked; binding bookings are not limited so.',
    interfaces: [Problem],
    fields: (t) => ({
      retryAfterSeconds: t.exposeInt('retryAfterSeconds', {
        description: 'Whole seconds until one more is taken, 1 to 60.',
      }),
    }),
  });

/** A change that the state of a booking forbids. */
function obstacleProblem(name: string, description: string, codes: string) {
  return plainProblem(name, `${description}; \`code\` says what was found: ${codes}. Nothing was changed.`);
}

export const NotCancellable = obstacleProblem(
  'NotCancellable',
  'The booking cannot be cancelled',
  'DECLINED, EXPIRED, ARRIVED (the stay has begun; only a key with `operate` may cancel it) or DEPARTED',
);
export const NotConfirmable = obstacleProblem(
  'NotConfirmable',
  'The request cannot be confirmed',
  'DECLINED, CANCELLED or EXPIRED',
);
export const NotDeclinable = obstacleProblem(
  'NotDeclinable',
  'The request cannot be declined',
  'CONFIRMED, CANCELLED or EXPIRED',
);
export const TooManyHolds = builder.objectRef<ProblemShape & { limit: number }>('TooManyHolds').implement({
  description: 'As many stays are held for the client, or with a publishable key for the address, as may be at a time.',
  interfaces: [Problem],
  fields: (t) => ({ limit: t.exposeInt('limit', { description: 'How many may be.' }) }),
});

/** The GraphQL type of each kind of failed outcome, and its code where the outcome has none. */
const PROBLEMS = {
  invalidInput: { typeName: 'InvalidInput', code: 'INVALID_INPUT' },
  notFound: { typeName: 'NotFound', code: 'NOT_FOUND' },
  stayNotAllowed: { typeName: 'StayNotAllowed', code: 'STAY_NOT_ALLOWED' },
  notPriced: { typeName: 'NotPriced', code: 'NOT_PRICED' },
  noCapacity: { typeName: 'NoCapacity', code: 'NO_CAPACITY' },
  onDemandOnly: { typeName: 'OnDemandOnly', code: 'ON_DEMAND_ONLY' },
  loyaltyNotApplicable: { typeName: 'LoyaltyNotApplicable', code: 'LOYALTY_NOT_APPLICABLE' },
  guestCount: { typeName: 'GuestCountProblem', code: 'GUEST_COUNT' },
  priceChanged: { typeName: 'PriceChanged', code: 'PRICE_CHANGED' },
  idempotency: { typeName: 'IdempotencyProblem', code: 'IDEMPOTENCY_KEY_REUSED' },
  tooManyHolds: { typeName: 'TooManyHolds', code: 'TOO_MANY_HOLDS' },
  tooManyRequests: { typeName: 'TooManyRequests', code: 'TOO_MANY_REQUESTS' },
  notCancellable: { typeName: 'NotCancellable', code: 'NOT_CANCELLABLE' },
  notConfirmable: { typeName: 'NotConfirmable', code: 'NOT_CONFIRMABLE' },
  notDeclinable: { typeName: 'NotDeclinable', code: 'NOT_DECLINABLE' },
} as const;

export type ProblemKind = keyof typeof PROBLEMS;

/** A failed outcome in the shape of its type. */
export function toProblem<Outcome extends { kind: ProblemKind; message: string }>(outcome: Outcome) {
  return { code: PROBLEMS[outcome.kind].code as string, ...outcome };
}

/** Invalid input as an outcome. */
export function toInvalidInput(problems: readonly InputProblemShape[]) {
  const message = `Invalid input. ${problems.map((problem) => `${problem.path}: ${problem.message}`).join(' ')}`;
  return { kind: 'invalidInput' as const, message, problems };
}

/** Resolves the type of a result by its kind. `successes` names the types that are not problems. */
export function typeByKind(successes: Readonly<Record<string, string>>) {
  return (result: unknown): string => {
    const { kind } = result as { kind: string };
    return successes[kind] ?? PROBLEMS[kind as ProblemKind].typeName;
  };
}
