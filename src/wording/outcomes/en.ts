import { counted, countedNights } from '../../domain/text/shown.ts';
import { type Window, waitIn, windowOf } from '../speech.ts';
import type { Missing, OutcomeTexts } from '../texts.ts';

const nights = countedNights.en;
const beds = counted('en', { one: 'bed', other: 'beds' });
const guests = counted('en', { one: 'guest is', other: 'guests are' });
const wait = waitIn({
  seconds: counted('en', { one: 'second', other: 'seconds' }),
  minutes: counted('en', { one: 'minute', other: 'minutes' }),
  hours: counted('en', { one: 'hour', other: 'hours' }),
});
const PER: Readonly<Record<Window, string>> = { MINUTE: 'a minute', HOUR: 'an hour', DAY: 'a day' };
const stays = counted('en', { one: 'stay is', other: 'stays are' });

const SUBJECTS: Readonly<Record<Missing['subject'], string>> = {
  visitType: 'visit type',
  hotel: 'hotel',
  roomType: 'room type',
  loyaltyProgram: 'loyalty program',
  priceList: 'price list',
  hold: 'open hold',
  booking: 'booking',
  webhook: 'webhook',
  delivery: 'delivery',
};

export const en: OutcomeTexts = {
  invalidInput: 'Invalid input.',
  moreProblems: 'There is more that is not named here.',
  notFound: ({ subject, id }) => `There is no ${SUBJECTS[subject]}${id === null ? ' with this id' : ` ${id}`}.`,
  stayNotAllowed: {
    ROOM_TYPE_OF_OTHER_HOTEL: ({ roomType, hotel }) => `Room type ${roomType} does not belong to hotel ${hotel}.`,
    NOT_SOLD_IN_HOTEL: ({ visitType, roomType, hotel }) =>
      `Visit type ${visitType} is not sold in hotel ${hotel}, to which room type ${roomType} belongs.`,
    NOT_ON_SALE({ sellingFrom, sellingTo, today }, say) {
      const from = sellingFrom === null ? '' : ` from ${say.date(sellingFrom)}`;
      const to = sellingTo === null ? '' : ` until ${say.date(sellingTo)}`;
      return `It can be booked${from}${to}; today is ${say.date(today)}.`;
    },
    IN_THE_PAST: ({ arrival, today }, say) => `Arrival ${say.date(arrival)} is before today, ${say.date(today)}.`,
    BEYOND_HORIZON: ({ latestNight, lastNight }, say) =>
      `Nights up to ${say.date(latestNight)} are sold; the last night is ${say.date(lastNight)}.`,
    TOO_SHORT: ({ nights: count, minNights }, say) =>
      `The minimum is ${nights(minNights)}; the stay has ${say.number(count)}.`,
    TOO_LONG: ({ nights: count, maxNights }, say) =>
      `The maximum is ${nights(maxNights)}; the stay has ${say.number(count)}.`,
    NOT_WHOLE_WEEKS: ({ nights: count }) => `It is sold in whole weeks; the stay has ${nights(count)}.`,
    STARTING_DAY: ({ arrival, weekday, weekdays }, say) =>
      `Stays start on ${say.or(weekdays.map(say.weekday))}; ${say.date(arrival)} is a ${say.weekday(weekday)}.`,
    TIME_CONSTRAINTS: ({ arrival, lastNight, ranges }, say) =>
      `All nights must lie within one of ${say.list(ranges.map(say.range))}; asked: ${say.range({ from: arrival, to: lastNight })}.`,
  },
  notPriced: ({ currencies, firstNight, roomType }, say) =>
    `No price in ${say.or(currencies)}: the night of ${say.date(firstNight)} has no price for room type ${roomType}.`,
  otherLengths: (nights) => `Nights possible from that day: ${nights}.`,
  loyaltyNotApplicable: {
    LOYALTY_NOT_APPLICABLE: ({ program }) => `Loyalty program ${program} does not apply to this visit type.`,
    GUEST_BEYOND_BEDS: ({ program, guest, beds: count }) =>
      `Loyalty program ${program} is given for guest ${guest}; the room has ${beds(count)}.`,
  },
  noCapacity: ({ roomType, firstNight }, say) =>
    `Room type ${roomType} has no room left on the night of ${say.date(firstNight)}.`,
  onDemandOnly: ({ visitType }) => `Visit type ${visitType} can only be requested; send a non-binding booking.`,
  guestCount: ({ guests: count, beds: most }) =>
    count === 0
      ? `At least one guest must be named; the room has ${beds(most)}.`
      : `The room has ${beds(most)}; ${guests(count)} named.`,
  priceChanged: ({ currency, amountMinor, expectedMinor }, say) =>
    `The price of the stay has changed: it costs ${say.money(amountMinor, currency)}, and ${say.money(expectedMinor, currency)} was expected.`,
  idempotency: {
    IDEMPOTENCY_KEY_REUSED: 'This idempotency key was used for another request.',
    IDEMPOTENCY_IN_PROGRESS: 'The first request with this idempotency key is still running; send it again later.',
  },
  tooManyRequests: {
    HOTEL_REQUESTS: ({ hotel, retryAfterSeconds }) =>
      `No more requests a minute are taken for hotel ${hotel} under this e-mail address; try again in ${wait(retryAfterSeconds)}.`,
    ADDRESS_BOOKINGS: ({ most, windowSeconds, retryAfterSeconds }, say) =>
      `From one internet connection at most ${say.number(most)} bookings and requests ${PER[windowOf(windowSeconds)]} are taken; try again in ${wait(retryAfterSeconds)}, or ask the hotel.`,
    EMAIL_BOOKINGS: ({ most, windowSeconds, retryAfterSeconds }, say) =>
      `Under one e-mail address at most ${say.number(most)} bookings and requests ${PER[windowOf(windowSeconds)]} are taken; try again in ${wait(retryAfterSeconds)}, or ask the hotel.`,
    ADDRESS_ROOM_NIGHTS: ({ most, retryAfterSeconds }, say) =>
      `From one internet connection at most ${say.number(most)} nights a day are booked or held; try again in ${wait(retryAfterSeconds)}, or send a request, which takes no room.`,
    BOOKING_CHANGES: ({ most, retryAfterSeconds }, say) =>
      `A booking is changed at most ${say.number(most)} times a day; try again in ${wait(retryAfterSeconds)}, or ask the hotel.`,
  },
  tooManyHolds: ({ open, holder, limit }, say) =>
    `${stays(open)} held for ${holder === 'address' ? 'this address' : 'the client'}; the limit is ${say.number(limit)}. Book or release one, or wait until one expires.`,
  conflict: 'Somebody has changed this meanwhile: what is stored is not what was expected. Nothing was changed.',
  cannot: {
    notCancellable: (found) => `The booking cannot be cancelled: ${found}.`,
    notConfirmable: (found) => `The booking cannot be confirmed: ${found}.`,
    notDeclinable: (found) => `The booking cannot be declined: ${found}.`,
  },
  found: {
    CONFIRMED: 'it is confirmed',
    REQUESTED: 'it is a request',
    DECLINED: 'it was declined',
    CANCELLED: 'it was cancelled',
    EXPIRED: 'it has expired: nobody answered it by the end of the day of arrival',
    ARRIVED: 'the stay has begun',
    DEPARTED: 'the stay is over',
  },
};
