/**
 * Expected failures as types (F7): each with a stable code, a message for people in the caller's language, and the facts behind it.
 * Operations return the facts; the message is made of them where it is asked for.
 */
import type {
  StayNotAllowed as Forbidden,
  LoyaltyNotApplicable as LoyaltyProblem,
  StayNotPriced,
} from '../../domain/stay/sellable-stay.ts';
import { shortened } from '../../domain/text/refusal-bounds.ts';
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import type {
  NoCapacity as Full,
  OnDemandOnly as OnDemand,
  GuestCountProblem as WrongGuestCount,
  IdempotencyProblem as WrongKey,
} from '../../operations/booking/booking-outcome.ts';
import type { NotFound as Missing, Obstructed, Refusal, InvalidInput as WrongInput } from '../../operations/refusal.ts';
import { wordRefusal } from '../../wording/word-problem.ts';
import { builder } from './builder.ts';
import { DateRange } from './date-range.ts';
import { CurrencyEnum, WeekdayEnum } from './enums.ts';
import { dateFact, factOf, InputProblem } from './problem/input-problem.ts';
import { ProblemCodeEnum } from './problem/problem-codes.ts';
import { problemsWithRoom } from './problem/refusal-space.ts';
import type { Coded } from './problem/refused-outcomes.ts';

type ProblemShape = Coded<Refusal>;

export const Problem = builder.interfaceRef<ProblemShape>('Problem').implement({
  description: 'Why a request could not be met. Whatever its message says is in its fields, too.',
  fields: (t) => ({
    code: t.expose('code', { type: ProblemCodeEnum, description: 'A stable code for programs.' }),
    message: t.string({
      description:
        'A sentence for people, in the language that `Accept-Language` prefers of Czech, German, English and Russian. If it names none of them: in English, with dates as `YYYY-MM-DD`.',
      resolve: (problem, _, { messages }) => wordRefusal(problem, messages),
    }),
  }),
});

export const InvalidInput = builder.objectRef<Coded<WrongInput>>('InvalidInput').implement({
  description: 'The input is malformed, out of bounds or in conflict with what is stored. Nothing was changed.',
  interfaces: [Problem],
  fields: (t) => ({
    problems: t.field({
      type: [InputProblem],
      description:
        'What is wrong with it: everything, if it is little. Looking stops at 50 problems, and an answer has no more than 16 kB of them (A2); those at the end are missing then.',
      resolve: ({ problems }, _, context, info) => [...problemsWithRoom(problems, context, info)],
    }),
  }),
});

/** Characters that are repeated of a reference; an ObjectId has 24. */
const REFERENCE_LENGTH = 40;

export const NotFound = builder.objectRef<Coded<Missing>>('NotFound').implement({
  description: 'Something that the request names does not exist for the API key.',
  interfaces: [Problem],
  fields: (t) => ({
    subject: t.exposeString('subject', {
      description:
        'What it is: `visitType`, `hotel`, `roomType`, `loyaltyProgram`, `priceList`, `booking`, `hold`, `webhook` or `delivery`.',
    }),
    reference: t.string({
      description: 'The ObjectId or number, as the request gave it; of one that is too long for either, the beginning.',
      resolve: ({ id }) => shortened(id, REFERENCE_LENGTH),
    }),
  }),
});

/** Of a stay that was refused (F2). */
const LENGTHS = {
  description:
    'The nights of the stays that can be had from that arrival in an asked currency, ascending, at most 732; none: there is no stay (F2).',
} as const;

type Misplaced = Extract<Forbidden, { readonly hotel: number }>;

const MisplacedRoom = builder.objectRef<Misplaced>('MisplacedRoom').implement({
  description: 'A room type that does not belong to a hotel, or is in one that does not sell the visit type.',
  fields: (t) => ({
    visitType: t.id({
      nullable: true,
      description: 'The visit type as the request gave it; null: the room type does not belong to the hotel.',
      resolve: (facts) => factOf(facts, 'visitType'),
    }),
    roomTypeNumber: t.exposeInt('roomType', { description: 'Number of the room type.' }),
    hotelNumber: t.exposeInt('hotel', { description: 'Number of the hotel.' }),
  }),
});

export const StayNotAllowed = builder.objectRef<Coded<Forbidden>>('StayNotAllowed').implement({
  description:
    'A rule forbids the stay; `code` names it: ROOM_TYPE_OF_OTHER_HOTEL, NOT_SOLD_IN_HOTEL, NOT_ON_SALE, IN_THE_PAST, BEYOND_HORIZON, TOO_SHORT, TOO_LONG, NOT_WHOLE_WEEKS, STARTING_DAY or TIME_CONSTRAINTS. Facts that the rule is not about are null.',
  interfaces: [Problem],
  fields: (t) => {
    const date = (name: Parameters<typeof dateFact<Forbidden>>[1], description: string) =>
      t.field({ type: 'LocalDate', nullable: true, description, resolve: (facts) => dateFact<Forbidden>(facts, name) });
    const count = (name: 'nights' | 'minNights' | 'maxNights', description: string) =>
      t.int({ nullable: true, description, resolve: (facts) => factOf<Forbidden, typeof name>(facts, name) });
    return {
      lengths: t.intList({ ...LENGTHS, resolve: ({ lengths }) => lengths ?? [] }),
      nights: count('nights', 'Nights of the stay (TOO_SHORT, TOO_LONG, NOT_WHOLE_WEEKS).'),
      minNights: count('minNights', 'The fewest nights (TOO_SHORT).'),
      maxNights: count('maxNights', 'The most nights (TOO_LONG).'),
      arrival: date('arrival', 'Day of arrival (IN_THE_PAST, STARTING_DAY, TIME_CONSTRAINTS).'),
      lastNight: date('lastNight', 'Last night of the stay (BEYOND_HORIZON, TIME_CONSTRAINTS).'),
      latestNight: date('latestNight', 'The last night for sale (BEYOND_HORIZON).'),
      latestArrival: date('latestArrival', 'The last day on which a stay of that length may arrive (BEYOND_HORIZON).'),
      today: date('today', 'The business date (NOT_ON_SALE, IN_THE_PAST).'),
      sellingFrom: date('sellingFrom', 'The first day on which it can be booked; null: open (NOT_ON_SALE).'),
      sellingTo: date('sellingTo', 'The last day on which it can be booked; null: open (NOT_ON_SALE).'),
      weekday: t.field({
        type: WeekdayEnum,
        nullable: true,
        description: 'Weekday of arrival (STARTING_DAY).',
        resolve: (facts) => factOf<Forbidden, 'weekday'>(facts, 'weekday'),
      }),
      weekdays: t.field({
        type: [WeekdayEnum],
        nullable: true,
        description: 'Weekdays on which stays start, from Monday on (STARTING_DAY).',
        resolve: (facts) => factOf<Forbidden, 'weekdays'>(facts, 'weekdays'),
      }),
      ranges: t.field({
        type: [DateRange],
        nullable: true,
        description: 'Ranges of nights, one of which must hold all of the stay (TIME_CONSTRAINTS).',
        resolve: (facts) => factOf<Forbidden, 'ranges'>(facts, 'ranges'),
      }),
      misplaced: t.field({
        type: MisplacedRoom,
        nullable: true,
        description: 'What does not belong together (ROOM_TYPE_OF_OTHER_HOTEL, NOT_SOLD_IN_HOTEL).',
        resolve: (facts) => ('hotel' in facts ? facts : null),
      }),
    };
  },
});

/** The night that a problem is about, the first of its kind. */
const firstNight = (description: string) =>
  ({
    type: 'LocalDate',
    description,
    resolve: (problem: { readonly firstNight: Day }) => formatDay(problem.firstNight),
  }) as const;

const ROOM_TYPE = { description: 'Number of the room type.' } as const;

export const NotPriced = builder.objectRef<Coded<StayNotPriced>>('NotPriced').implement({
  description: 'No single asked currency prices every night of the stay.',
  interfaces: [Problem],
  fields: (t) => ({
    firstNight: t.field(firstNight('The first night without a price, in the currency that reaches furthest.')),
    roomTypeNumber: t.exposeInt('roomType', ROOM_TYPE),
    currencies: t.expose('currencies', { type: [CurrencyEnum], description: 'The currencies that were asked.' }),
    lengths: t.exposeIntList('lengths', LENGTHS),
  }),
});

export const NoCapacity = builder.objectRef<Coded<Full>>('NoCapacity').implement({
  description:
    'Some night of the stay has no room left. Nothing was booked; a request (`kind: REQUEST`) may still be made.',
  interfaces: [Problem],
  fields: (t) => ({
    firstNight: t.field(firstNight('The first night without a room.')),
    roomTypeNumber: t.exposeInt('roomType', ROOM_TYPE),
  }),
});

export const OnDemandOnly = builder.objectRef<Coded<OnDemand>>('OnDemandOnly').implement({
  description: 'The visit type can only be requested (`kind: REQUEST`), not booked at once.',
  interfaces: [Problem],
  fields: (t) => ({
    visitType: t.exposeID('visitType', { description: 'The visit type as the request gave it.' }),
  }),
});

export const LoyaltyNotApplicable = builder.objectRef<Coded<LoyaltyProblem>>('LoyaltyNotApplicable').implement({
  description:
    'A loyalty programme cannot count: the visit type does not take part in it (LOYALTY_NOT_APPLICABLE), or the room has no bed for the guest (GUEST_BEYOND_BEDS).',
  interfaces: [Problem],
  fields: (t) => ({
    programNumber: t.exposeInt('program', { description: 'Number of the programme.' }),
    guest: t.exposeInt('guest', { description: 'Position of the guest, from 1.' }),
    beds: t.exposeInt('beds', { description: 'Beds of the room type.' }),
  }),
});

export const GuestCountProblem = builder.objectRef<Coded<WrongGuestCount>>('GuestCountProblem').implement({
  description: 'There are no guests, or more than the room type has beds.',
  interfaces: [Problem],
  fields: (t) => ({
    guests: t.exposeInt('guests', { description: 'Guests of the request.' }),
    beds: t.exposeInt('beds', { description: 'Beds of the room type.' }),
  }),
});

export const IdempotencyProblem = builder.objectRef<Coded<WrongKey>>('IdempotencyProblem').implement({
  description:
    'The idempotency key was used for another request (IDEMPOTENCY_KEY_REUSED), or its first request is still running (IDEMPOTENCY_IN_PROGRESS: try again).',
  interfaces: [Problem],
});

/** A change that the state of a booking forbids. */
function obstacleProblem<Kind extends Obstructed['kind']>(name: string, description: string, codes: string) {
  return builder.objectRef<Coded<Extract<Obstructed, { readonly kind: Kind }>>>(name).implement({
    description: `${description}; \`code\` says what was found: ${codes}. Nothing was changed.`,
    interfaces: [Problem],
  });
}

export const NotCancellable = obstacleProblem<'notCancellable'>(
  'NotCancellable',
  'The booking cannot be cancelled',
  'DECLINED, EXPIRED, ARRIVED (the stay has begun; only a key with `operate` may cancel it) or DEPARTED',
);
export const NotConfirmable = obstacleProblem<'notConfirmable'>(
  'NotConfirmable',
  'The request cannot be confirmed',
  'DECLINED, CANCELLED or EXPIRED',
);
export const NotDeclinable = obstacleProblem<'notDeclinable'>(
  'NotDeclinable',
  'The request cannot be declined',
  'CONFIRMED, CANCELLED or EXPIRED',
);

export { toInvalidInput, toProblem, typeByKind } from './problem/refused-outcomes.ts';
