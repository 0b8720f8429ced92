/** English for programs, REST and the command line. What REST has said since its first version stays as it is. */
import type { OutcomeTexts } from '../texts.ts';
import { en } from './en.ts';

export const plain: OutcomeTexts = {
  ...en,
  stayNotAllowed: {
    ...en.stayNotAllowed,
    STARTING_DAY: ({ arrival, weekday, weekdays }, say) =>
      `Stays start on ${say.list(weekdays)}; ${say.date(arrival)} is ${weekday}.`,
  },
  otherLengths: (nights) => `Nights possible from that day: ${nights}.`,
  loyaltyNotApplicable: {
    ...en.loyaltyNotApplicable,
    GUEST_BEYOND_BEDS: ({ program, guest, beds }) =>
      `Loyalty program ${program} is given for guest ${guest}; the room has beds for ${beds}.`,
  },
  guestCount: ({ guests, beds }) =>
    guests === 0
      ? `At least one guest must be named; the room has beds for ${beds}.`
      : `The room has beds for ${beds}; ${guests} guests are named.`,
  priceChanged: ({ currency, amountMinor, expectedMinor }, say) =>
    `The price of the stay is another one: it costs ${amountMinor}, expected were ${say.money(expectedMinor, currency)}.`,
  tooManyHolds: ({ open, holder, limit }) =>
    `${open} stays are held for ${holder === 'address' ? 'this address' : 'the client'}; the limit is ${limit}. Book or release one, or wait until one expires.`,
};
