/** The mutation that books, and its outcomes as types. */

import type { NamedPromotion } from '../../../../data/reads/tariffs.ts';
import { codeOf, invalidInput } from '../../../../domain/problem/refusal.ts';
import type { OfferedQuote } from '../../../../domain/stay/sellable-stay.ts';
import { channelProblems } from '../../../../operations/access/named-channel.ts';
import type { RequestContext } from '../../../../operations/access/request-context.ts';
import { loadRows } from '../../../../operations/access/visibility.ts';
import { readAskedStay } from '../../../../operations/booking/asked-stay.ts';
import { isDeskOf } from '../../../../operations/booking/booking-access.ts';
import { countBooking } from '../../../../operations/booking/booking-counts.ts';
import { countReached, publicUseOf } from '../../../../operations/booking/booking-limits.ts';
import type { BookingRefusal, BookingsOutcome, PriceChanged } from '../../../../operations/booking/booking-outcome.ts';
import { parseDeskBooking, type parseDeskParty } from '../../../../operations/booking/booking-problems.ts';
import type { ChangedPrice } from '../../../../operations/booking/changes/decide-change.ts';
import {
  type BookingsRequest,
  createBookings,
  ofOneRoom,
} from '../../../../operations/booking/create/create-bookings.ts';
import { besideOffer, type withOffer } from '../../../../operations/booking/create/offered-rooms.ts';
import { simulateBookings } from '../../../../operations/booking/simulated-booking.ts';
import { builder } from '../../builder.ts';
import { BOOKING_COST } from '../../cost.ts';
import { REFUSAL_TYPES, refusalTypes, typeOfRefusal } from '../../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, withRefused } from '../../refused-values.ts';
import { Money, toMoney } from '../../stays/money.ts';
import { Quote, type ShownQuote, toShownQuote } from '../../stays/quote.ts';
import { CreateBookingInput, inStoredSpelling } from '../booking-input.ts';
import { bookingOfOutcome } from '../outcome-bookings.ts';
import { storedQuote } from '../stored-quote.ts';

const BookingCreated = builder.objectRef<{ bookingId: string; replayed: boolean }>('BookingCreated').implement({
  description: 'The booking was made.',
  fields: (t) => ({
    booking: bookingOfOutcome(t),
    id: t.exposeID('bookingId', {
      description:
        'Id of the booking: 24 random hexadecimal digits. Whoever has it and a key of the client that is not publishable can read the booking: keep it secret, and out of logs and addresses.',
    }),
    replayed: t.exposeBoolean('replayed', {
      description: 'Whether an earlier request with the same idempotency key made it.',
    }),
  }),
});

builder.objectFields(REFUSAL_TYPES.priceChanged, (t) => ({
  quote: t.field({
    type: Quote,
    description: 'The price now.',
    resolve: (changed, _, context) => {
      const { quote } = changed as PriceChanged | ChangedPrice;
      return 'nights' in quote ? loadPrograms(context, quote) : storedQuote(quote);
    },
  }),
  expected: t.field({
    type: Money,
    description:
      'The price that was expected; without `expectedTotal` that of the booking before the change, and with CANCELLATION_CHANGED the price now.',
    resolve: ({ expectedMinor, currency }) => toMoney(expectedMinor, currency),
  }),
}));

const CreateBookingResult = builder.unionType('CreateBookingResult', {
  description: 'The booking, or why nothing was booked.',
  types: [BookingCreated, ...refusalTypes('createBooking')],
  resolveType: (result: { readonly kind?: string }, context) =>
    result.kind === 'created' ? 'BookingCreated' : typeOfRefusal(result, context),
});

builder.mutationField('createBooking', (t) =>
  t.field({
    type: CreateBookingResult,
    complexity: BOOKING_COST,
    extensions: REPORTS_REFUSED_VALUES,
    description:
      'Books a stay. A binding booking takes one room for every night, all or nothing; a request takes none and is accepted without capacity or on demand, at most ten a minute for each hotel and e-mail address. A key that operates the hotel, too, may leave the e-mail address out where there is a telephone number, and name the channel (M11); it sends the two texts of the house (M5). With a publishable key an address has a few bookings and room nights a day (A4): `TooManyRequests`. Input is checked before existence, existence before the rules of the stay. With a test key the header `Gateway-Simulate` (`no-capacity`, `price-changed`, `unavailable` or `slow`) gets the answer of that case (S8); any other key that sends it gets HTTP 400.',
    args: { input: t.arg({ type: CreateBookingInput, required: true, description: 'The stay.' }) },
    resolve: async (_, { input }, context) => ofOneRoom(await bookRooms(context, input, { parse: parseDeskBooking })),
  }),
);

async function loadPrograms(context: RequestContext, quote: OfferedQuote<NamedPromotion>): Promise<ShownQuote> {
  const numbers = quote.discounts.map(({ programNumber }) => programNumber);
  return toShownQuote({ quote, programs: await loadRows(context, 'loyaltyProgram', numbers) });
}

type Sent = Readonly<Record<string, unknown>>;
const asSent = (sent: Sent) => ({ sent, problems: [] });

/** Books what is sent, one room or several, with what `fill` adds to it, as `parse` reads it. */
export async function bookRooms(
  context: RequestContext,
  sent: Sent,
  { parse, fill = asSent }: { parse: typeof parseDeskParty; fill?: (sent: Sent) => ReturnType<typeof withOffer> },
): Promise<BookingsOutcome> {
  const { sent: booking, problems: ofOffer } = fill(inStoredSpelling(sent));
  const isDesk = await isDeskOf(context, ['hotel', String(booking.hotel)]);
  const checked = parse(booking, { today: context.today, isDesk });
  const { database, epochs, clock, schedule, businessTimeZone } = context.services;
  const refused = async (refusal: BookingRefusal) => {
    countBooking(context, codeOf(refusal), { asked: await readAskedStay(context, booking) });
    return refusal;
  };
  if (ofOffer.length > 0) {
    return refused(invalidInput(withRefused(ofOffer, checked.ok ? [] : besideOffer(checked.problems))));
  }
  if (!checked.ok) return refused(invalidInput(checked.problems));
  const { booking: input, desk } = checked.input;
  const { channel } = desk;
  const unknown = channel === null ? [] : await channelProblems(context, { channel, isDesk });
  if (unknown.length > 0) return refused(invalidInput(unknown));
  const { simulation } = context;
  const request: BookingsRequest = {
    database,
    epochs,
    clock,
    businessTimeZone,
    caller: channel === null ? context.caller : { ...context.caller, channel },
    desk,
    publicUse: context.caller.isPublishable ? publicUseOf(context) : null,
    input,
    language: input.language ?? context.languages.customer,
  };
  const booked = simulation === null ? createBookings(request) : simulateBookings(simulation, { request, schedule });
  const outcome = await booked.catch((error) => {
    countBooking(context, 'FAILED');
    throw error;
  });
  if (outcome.kind === 'created') {
    countBooking(context, outcome.replayed ? 'REPLAYED' : 'CREATED', { bookings: outcome.bookingIds.length });
    return outcome;
  }
  countReached(context.services, outcome);
  return refused(outcome);
}
