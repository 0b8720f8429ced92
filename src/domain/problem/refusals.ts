/**
 * Everything that a request can be refused for as a value, each declared once: its type in GraphQL, its status in REST, its stable
 * codes, its facts, and what it refuses (F7). The unions of types, the enumeration of codes, the series of the metric and the texts that
 * each language owes follow from it. Descriptions are those of the GraphQL schema. Facts say nothing about a person.
 */
import type { Currency } from '../pricing/money.ts';
import type { Day } from '../time/civil-date.ts';
import { count, counts, currencies, date, type Facts, hidden, id, nullable, number } from './fact.ts';
import type { InputProblem } from './input-problem.ts';
import { OBSTACLES, UNCHANGEABLE } from './obstacles.ts';
import type { SpentLimit } from './spent-limits.ts';
import { STAY_CODES } from './stay-codes.ts';
import { UNEXPECTED } from './unexpected.ts';

/** What may be refused, by the names of the fields in GraphQL. */
type Request =
  | `${'cancel' | 'change' | 'confirm' | 'create' | 'decline' | 'reinstate'}Booking`
  | `${'create' | 'delete' | 'update'}Webhook`
  | `${'create' | 'rename' | 'revoke'}Key`
  | `update${'Inventory' | 'Rates'}`
  | 'adjustRates'
  | 'createBookings'
  | 'eraseGuestData'
  | 'holdStay'
  | 'holdStays'
  | 'markNoShow'
  | 'quote'
  | 'quoteChange'
  | 'redeliver'
  | 'releaseHold'
  | 'resendConfirmation'
  | 'rotateWebhookSecret'
  | 'undoChange';

interface CodeDeclaration {
  readonly description: string;
  /** The status, if it is not that of the kind. */
  readonly status?: number;
  /** The facts that only refusals with this code have. */
  readonly facts?: Facts;
}

interface SharedDeclaration {
  /** The name of its type in GraphQL. */
  readonly type: string;
  readonly description: string;
  /** The status of a response of REST. */
  readonly status: number;
  readonly facts: Facts;
  readonly refuses: readonly Request[];
}

/** A kind with one code, which its values do not repeat; or one whose values name one of several codes. */
type Declaration = SharedDeclaration &
  ({ readonly code: string; readonly meaning: string } | { readonly codes: Readonly<Record<string, CodeDeclaration>> });

const BOOK = ['createBooking', 'createBookings'] as const;
const HOLD = ['holdStay', 'holdStays'] as const;
const roomType = number('Number of the room type.');
const beds = count('Beds of the room type.');
/** What can be had instead (F2). */
const lengths = counts(
  'The nights of the stays that can be had from that arrival in an asked currency, ascending, at most 732; none: there is no stay (F2).',
);

/** What may not exist, as the GraphQL schema describes it. */
export const SUBJECTS = {
  VISIT_TYPE: 'A visit type.',
  HOTEL: 'A hotel.',
  ROOM_TYPE: 'A room type.',
  LOYALTY_PROGRAM: 'A loyalty programme.',
  PRICE_LIST: 'A price list.',
  BOOKING: 'A booking.',
  HOLD: 'A hold.',
  WEBHOOK: 'A webhook.',
  DELIVERY: 'A delivery to a webhook.',
  CHANGE: 'A change of prices or rooms that is recorded.',
  DESTINATION: 'A destination.',
  KEY: 'An API key.',
} as const;
export type Subject = keyof typeof SUBJECTS;

/**
 * A night that is not as a change of it expects, with what is stored of it: its price or its capacity. `path` names the change.
 */
export type ConflictingChange = { readonly path: string; readonly night: Day } & (
  | { readonly amountMinor: number | null }
  | { readonly units: number | null; readonly closed: boolean }
);

function obstructed<const Type extends string, const Change extends Request>(
  type: Type,
  { refuses, found, said }: { refuses: Change; found: string; said: string },
) {
  const description = `${said}; \`code\` says what was found: ${found}. Nothing was changed.`;
  return { type, description, status: 409, codes: OBSTACLES, facts: {}, refuses: [refuses] } as const;
}

const STAY_CODE_NAMES = Object.keys(STAY_CODES);

export const REFUSALS = {
  invalidInput: {
    type: 'InvalidInput',
    description: 'The input is malformed, out of bounds or in conflict with what is stored. Nothing was changed.',
    status: 400,
    code: 'INVALID_INPUT',
    meaning: 'The input is wrong; `problems` says where.',
    facts: { problems: hidden<readonly InputProblem[]>() },
    refuses: [
      ...(['cancelBooking', 'changeBooking', 'confirmBooking', ...BOOK, 'createWebhook'] as const),
      ...(['declineBooking', 'eraseGuestData', ...HOLD, 'quote', 'quoteChange', 'updateInventory'] as const),
      ...(['adjustRates', 'undoChange', 'updateRates', 'updateWebhook'] as const),
      ...(['markNoShow', 'reinstateBooking', 'createKey', 'renameKey', 'revokeKey', 'rotateWebhookSecret'] as const),
    ],
  },
  notFound: {
    type: 'NotFound',
    description: 'Something that the request names does not exist for the API key.',
    status: 404,
    code: 'NOT_FOUND',
    meaning: 'Something that the request names does not exist for the API key.',
    facts: {
      subject: hidden<Subject>(),
      /** The id as the request gave it. */
      id: hidden<string>(),
    },
    refuses: [
      ...(['cancelBooking', 'changeBooking', 'confirmBooking', ...BOOK, 'declineBooking'] as const),
      ...(['deleteWebhook', 'eraseGuestData', ...HOLD, 'quote', 'quoteChange', 'redeliver'] as const),
      ...(['adjustRates', 'releaseHold', 'resendConfirmation', 'rotateWebhookSecret'] as const),
      ...(['undoChange', 'updateInventory', 'updateRates', 'updateWebhook'] as const),
      ...(['markNoShow', 'reinstateBooking', 'createKey', 'renameKey', 'revokeKey'] as const),
    ],
  },
  stayNotAllowed: {
    type: 'StayNotAllowed',
    description: `A rule forbids the stay; \`code\` names it: ${STAY_CODE_NAMES.slice(0, -1).join(', ')} or ${STAY_CODE_NAMES.at(-1)}. Facts that the rule is not about are null.`,
    status: 422,
    codes: STAY_CODES,
    facts: { lengths },
    refuses: ['changeBooking', ...BOOK, ...HOLD, 'quote', 'quoteChange'],
  },
  notPriced: {
    type: 'NotPriced',
    description: 'No single asked currency has a price for the whole stay.',
    status: 422,
    code: 'NOT_PRICED',
    meaning: 'No single asked currency has a price for the whole stay.',
    facts: {
      firstNight: date('The first night without a price, in the currency that reaches furthest (F2).'),
      currencies: currencies('The currencies that were asked.'),
      ...{ isNightPriced: hidden<boolean>(), roomType, lengths },
    },
    refuses: ['changeBooking', ...BOOK, ...HOLD, 'quote', 'quoteChange'],
  },
  noCapacity: {
    type: 'NoCapacity',
    description:
      'Some night of the stay has no room left. Nothing was booked; a request (`kind: REQUEST`) may still be made.',
    status: 422,
    code: 'NO_CAPACITY',
    meaning: 'A night has no room left.',
    facts: { firstNight: date('The first night without a room.'), roomType },
    refuses: ['changeBooking', 'confirmBooking', ...BOOK, ...HOLD, 'quoteChange', 'reinstateBooking'],
  },
  onDemandOnly: {
    type: 'OnDemandOnly',
    description: 'The visit type can only be requested (`kind: REQUEST`), not booked at once.',
    status: 422,
    code: 'ON_DEMAND_ONLY',
    meaning: 'The visit type can only be requested.',
    facts: { visitType: id('The visit type as the request gave it.') },
    refuses: ['changeBooking', ...BOOK, ...HOLD, 'quoteChange'],
  },
  loyaltyNotApplicable: {
    type: 'LoyaltyNotApplicable',
    description:
      'A loyalty programme cannot count: the visit type does not take part in it (LOYALTY_NOT_APPLICABLE), or the room has no bed for the guest (GUEST_BEYOND_BEDS).',
    status: 422,
    codes: {
      LOYALTY_NOT_APPLICABLE: { description: 'The visit type does not take part in the loyalty programme.' },
      GUEST_BEYOND_BEDS: { description: 'The room has no bed for the guest of the loyalty programme.' },
    },
    facts: { program: number('Number of the programme.'), guest: count('Position of the guest, from 1.'), beds },
    refuses: ['changeBooking', ...BOOK, ...HOLD, 'quote', 'quoteChange'],
  },
  guestCount: {
    type: 'GuestCountProblem',
    description: 'There are no guests, or more than the room type has beds.',
    status: 422,
    code: 'GUEST_COUNT',
    meaning: 'There are no guests, or more than beds.',
    facts: { guests: count('Guests of the request.'), beds },
    refuses: ['changeBooking', ...BOOK, 'holdStays', 'quoteChange'],
  },
  priceChanged: {
    type: 'PriceChanged',
    description:
      'The price differs from `expectedTotal`, or a stay was to change without one (PRICE_CHANGED), or cancelling is free until another day than `expectedCancellation` (CANCELLATION_CHANGED). Nothing was booked or changed.',
    status: 409,
    codes: UNEXPECTED,
    facts: { currency: hidden<Currency>(), amountMinor: hidden<number>(), expectedMinor: hidden<number>() },
    refuses: ['changeBooking', ...BOOK],
  },
  idempotency: {
    type: 'IdempotencyProblem',
    description:
      'The idempotency key was used for another request (IDEMPOTENCY_KEY_REUSED), or its first request is still running (IDEMPOTENCY_IN_PROGRESS: try again).',
    status: 422,
    codes: {
      IDEMPOTENCY_KEY_REUSED: { description: 'The idempotency key was used for another request.' },
      IDEMPOTENCY_IN_PROGRESS: {
        description: 'The first request with the idempotency key is still running.',
        status: 409,
      },
    },
    facts: {},
    refuses: ['changeBooking', ...BOOK, ...HOLD],
  },
  tooManyRequests: {
    type: 'TooManyRequests',
    description:
      'A limit is reached that keeps rooms and mailboxes from strangers (A4, B8); `limit` says which. Nothing was booked, held or changed.',
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    meaning: 'A limit on what is booked is reached; `limit` says which.',
    facts: {
      limit: hidden<SpentLimit>(),
      most: count('How many there may be within `windowSeconds`.'),
      windowSeconds: count('For how long one counts: 60 (a minute), 3,600 (an hour) or 86,400 (a day).'),
      retryAfterSeconds: count('Whole seconds until one more is taken, 1 to 86,400.'),
      hotel: nullable(number('Number of the hotel; null: the limit is not HOTEL_REQUESTS.')),
    },
    refuses: ['cancelBooking', 'changeBooking', ...BOOK, ...HOLD],
  },
  tooManyHolds: {
    type: 'TooManyHolds',
    description:
      'As many stays are held for the client, or with a publishable key for the address, as may be at a time.',
    status: 429,
    code: 'TOO_MANY_HOLDS',
    meaning: 'As many stays are held as may be at a time.',
    facts: {
      most: count('How many may be.'),
      open: count('How many are held.'),
      retryAfterSeconds: count('Whole seconds until the first of them expires, 1 to 1,800.'),
      /** Who the holds are counted for. */
      holder: hidden<'client' | 'address'>(),
      /** The one that expires first of those that the caller may release or book; null: all are of other clients. */
      oldest: hidden<{ readonly id: string; readonly expiresAt: number } | null>(),
    },
    refuses: [...HOLD],
  },
  conflict: {
    type: 'Conflict',
    description:
      'Somebody has changed the same nights meanwhile: they are not as `expected`, or not what a change has left that is to be undone (or it was undone already). Nothing was changed.',
    status: 409,
    code: 'CONFLICT',
    meaning: 'What is stored is not what the request expects.',
    /** The changes whose expectation is wrong, 50 at most (A2). */
    facts: { changes: hidden<readonly ConflictingChange[]>() },
    refuses: ['undoChange', 'updateInventory', 'updateRates'],
  },
  notCancellable: obstructed('NotCancellable', {
    refuses: 'cancelBooking',
    said: 'The booking cannot be cancelled',
    found:
      'DECLINED, EXPIRED, NO_SHOW, ARRIVED (the stay has begun; only a key with `OPERATE` may cancel it) or DEPARTED',
  }),
  notChangeable: {
    type: 'NotChangeable',
    description:
      'The booking cannot be changed so; `code` says what was found: DECLINED, CANCELLED, EXPIRED, NO_SHOW, ARRIVED (the stay has begun: from then on keys with `BOOKINGS` or `OPERATE` change guests and contact, and `OPERATE` alone the departure), DEPARTED, FEE_DUE or ERASED. Nothing was changed.',
    status: 409,
    codes: UNCHANGEABLE,
    facts: {},
    refuses: ['changeBooking', 'quoteChange'],
  },
  notConfirmable: obstructed('NotConfirmable', {
    refuses: 'confirmBooking',
    said: 'The request cannot be confirmed',
    found: 'DECLINED, CANCELLED, EXPIRED or NO_SHOW',
  }),
  notDeclinable: obstructed('NotDeclinable', {
    refuses: 'declineBooking',
    said: 'The request cannot be declined',
    found: 'CONFIRMED, CANCELLED, EXPIRED or NO_SHOW',
  }),
  notReinstatable: obstructed('NotReinstatable', {
    refuses: 'reinstateBooking',
    said: 'The booking cannot be reinstated',
    found: 'CONFIRMED or REQUESTED (it never was anything else), EXPIRED, TOO_LATE or ERASED',
  }),
  notMarkable: obstructed('NotMarkable', {
    refuses: 'markNoShow',
    said: 'The booking cannot be marked as a no-show',
    found: 'REQUESTED, DECLINED, CANCELLED, EXPIRED, TOO_EARLY or DEPARTED',
  }),
} as const satisfies Readonly<Record<string, Declaration>>;
