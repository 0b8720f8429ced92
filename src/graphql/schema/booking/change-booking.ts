/** The mutation that changes a booking, the query that says what a change would cost, and their outcomes as types (M1 to M4). */
import { cancellationFeeOn } from '../../../domain/booking/cancellation-terms.ts';
import { invalidInput, notFound } from '../../../domain/problem/refusal.ts';
import { type Day, dayOf } from '../../../domain/time/civil-date.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import type { ChangeInput } from '../../../operations/booking/booking-input.ts';
import { countReached, partsForCaller } from '../../../operations/booking/booking-limits.ts';
import {
  type AlterRequest,
  alterBooking,
  type ChangeQuoted as QuotedChange,
  quoteChange,
  repeatedChange,
} from '../../../operations/booking/changes/alter-booking.ts';
import { parseChange } from '../../../operations/booking/changes/change-problems.ts';
import type { StoredPrice } from '../../../operations/booking/changes/decide-change.ts';
import { lookupProblems } from '../../../operations/booking/search/find-booking.ts';
import { simulateChange } from '../../../operations/booking/simulated-booking.ts';
import { builder, FAILS_ALONE, requiresScope, type SchemaTypes } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { resultType } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES } from '../refused-values.ts';
import { Money, toMoney } from '../stays/money.ts';
import { priceFields, Quote, type ShownQuote } from '../stays/quote.ts';
import { ChangeBookingInput, inStoredSpelling } from './booking-input.ts';
import { idOfLookup } from './find-booking.ts';
import { bookingOfOutcome } from './outcome-bookings.ts';
import { storedQuote, termsOf } from './stored-quote.ts';

const BookingPrice = builder.objectRef<ShownQuote>('BookingPrice').implement({
  description: 'What a booking costs, or cost before a change: `total = basePrice - promotions - discounts`, exactly.',
  fields: priceFields,
});

type Priced = Readonly<Record<'before' | 'after', StoredPrice>>;

/** The fields of a change that are about its price. */
function comparedPrices<Outcome extends Priced>(t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Outcome>) {
  return {
    before: t.field({
      type: BookingPrice,
      description: 'What it cost before.',
      resolve: ({ before }) => storedQuote(before),
    }),
    difference: t.field({
      type: Money,
      description: 'What it costs more than before; negative: less.',
      resolve: ({ before, after }) => toMoney(after.amountMinor - before.amountMinor, after.currency),
    }),
  };
}

const BookingChanged = builder
  .objectRef<Priced & { readonly bookingId: string; readonly replayed: boolean }>('BookingChanged')
  .implement({
    description: 'The booking is as it was asked for.',
    fields: (t) => ({
      booking: bookingOfOutcome(t),
      ...comparedPrices(t),
      replayed: t.exposeBoolean('replayed', {
        description:
          'Whether an earlier request with the same idempotency key changed it; the prices are those of that time.',
      }),
    }),
  });

const ChangeQuoted = builder.objectRef<QuotedChange>('ChangeQuoted').implement({
  description: 'What the booking would cost. Nothing was changed, and no room is held.',
  fields: (t) => ({
    quote: t.field({
      type: Quote,
      description: 'The price after the change; its total is the `expectedTotal` of `changeBooking`.',
      resolve: ({ after }) => storedQuote(after),
    }),
    ...comparedPrices(t),
    feeBefore: t.field({
      type: Money,
      description: 'What cancelling the booking costs today.',
      resolve: (quoted, _, { today }) => feeOn(quoted, quoted.before, today),
    }),
    feeAfter: t.field({
      type: Money,
      description: 'What cancelling it would cost today after the change.',
      resolve: (quoted, _, { today }) => feeOn(quoted, quoted.after, today),
    }),
  }),
});

/** A request is withdrawn for nothing (S12). */
function feeOn({ rows: { booking } }: QuotedChange, price: StoredPrice, today: Day) {
  const stay = { terms: termsOf(price), arrival: dayOf(price.arrival), amountMinor: price.amountMinor };
  return toMoney(booking.status === 'REQUESTED' ? 0 : cancellationFeeOn(stay, today), price.currency);
}

const ChangeBookingResult = resultType(
  'changeBooking',
  { bookingChanged: BookingChanged },
  'The changed booking, or why it was not changed.',
);

const QuoteChangeResult = resultType(
  'quoteChange',
  { changeQuoted: ChangeQuoted },
  'What a change would cost, or why it would not be made.',
);

/** The change that is asked for, with what it is made with; or its problems. */
function readChange(context: RequestContext, sent: Readonly<Record<string, unknown>>) {
  const checked = parseChange(inStoredSpelling(sent), context.today);
  const problems = [
    ...lookupProblems(sent as Partial<ChangeInput>, context.caller),
    ...(checked.ok ? [] : checked.problems),
  ];
  if (!checked.ok || problems.length > 0) return invalidInput(problems);
  return { kind: 'read', request: { ...partsForCaller(context), input: checked.input } } as const;
}

/** Runs what is asked for the booking that the input names. */
async function forNamed<Outcome extends object>(
  context: RequestContext,
  request: Omit<AlterRequest, 'bookingId'>,
  run: (request: AlterRequest) => Promise<Outcome>,
) {
  const { input } = request;
  const bookingId = await idOfLookup(context, input);
  // The reference as the request has it.
  // biome-ignore lint/style/noNonNullAssertion: the look-up had no problem: one of the two is given.
  const none = notFound('BOOKING', (input.id ?? input.reference)!);
  if (bookingId === null) return none;
  const outcome = await run({ ...request, bookingId });
  return 'subject' in outcome && outcome.subject === none.subject ? none : outcome;
}

const WHO =
  'Guests and contact change before the day of arrival, with `BOOKINGS` (of its own client) and `OPERATE` before the day of departure; the stay before the day of arrival, with `BOOK` alone as long as cancelling is free (`NotChangeable`, which says until when it was), and then its departure with `OPERATE`.';

builder.mutationField('changeBooking', (t) =>
  t.field({
    ...FAILS_ALONE,
    extensions: { ...requiresScope('book', 'bookings', 'operate'), ...REPORTS_REFUSED_VALUES },
    type: ChangeBookingResult,
    complexity: BOOKING_COST,
    description: `Changes a booking: only what is given (M1). A stay that changes is priced anew, whole, from today's prices, and needs \`expectedTotal\`, else the answer is \`PriceChanged\` with the price; a confirmed booking gives back the nights that it leaves and takes the new ones, all or nothing, and those that stay are never free in between. It stays in its hotel, its currency and its channel, and keeps its id and its reference; the terms of cancelling become those of today. ${WHO} If guests leave early, the price stays unless \`price\` is REQUOTE (M4). What changes nothing writes nothing. With a test key the header \`Gateway-Simulate\` gets the answer of a case, as in \`createBooking\` (S8). It needs the right \`BOOK\`, \`BOOKINGS\` or \`OPERATE\`.`,
    args: { input: t.arg({ type: ChangeBookingInput, required: true, description: 'The booking, and what changes.' }) },
    resolve: async (_, { input: sent }, context) => {
      const read = readChange(context, sent);
      if (read.kind !== 'read') return read;
      const earlier = await repeatedChange(read.request);
      if (earlier) return earlier;
      const { simulation, services } = context;
      const outcome = await forNamed(context, read.request, (request) =>
        simulation === null
          ? alterBooking(request)
          : simulateChange(simulation, { request, schedule: services.schedule }),
      );
      countReached(services, outcome);
      return outcome;
    },
  }),
);

builder.queryField('quoteChange', (t) =>
  t.field({
    ...FAILS_ALONE,
    extensions: { ...requiresScope('book', 'bookings', 'operate'), ...REPORTS_REFUSED_VALUES },
    type: QuoteChangeResult,
    complexity: BOOKING_COST,
    description:
      'What `changeBooking` would do with the same input: the price, the difference, what cancelling costs before and after. It changes nothing and takes no room, and compares neither `expectedTotal` nor `idempotencyKey` (M2). It needs the right `BOOK`, `BOOKINGS` or `OPERATE`.',
    args: { input: t.arg({ type: ChangeBookingInput, required: true, description: 'The booking, and what changes.' }) },
    resolve: async (_, { input: sent }, context) => {
      context.dependencies.isPrivate = true;
      context.dependencies.isPersonal = true;
      const read = readChange(context, sent);
      return read.kind === 'read' ? forNamed(context, read.request, quoteChange) : read;
    },
  }),
);
