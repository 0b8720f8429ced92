/**
 * Everything that can be wrong with an input, each declared once: its code, what it says of the value, and its facts (I5, F7). A fact
 * has the same meaning in all of them. Descriptions are those of the GraphQL schema. The texts of a new one are owed in `wording/texts`.
 */
import {
  amount,
  count,
  currency,
  date,
  type Facts,
  flag,
  hidden,
  money,
  nullable,
  number,
  range,
  rights,
  text,
  texts,
} from './fact.ts';

/** The stable codes in REST, which do not grow. */
export const REST_INPUT_CODES = {
  REQUIRED: 'A value is missing.',
  INVALID_TYPE: 'A value is of another type.',
  INVALID_VALUE: 'A value is not one of those that are possible.',
  NOT_AN_INTEGER: 'A value is not a whole number.',
  NOT_AN_ID: 'A text is neither an integer nor an ObjectId.',
  NOT_A_DATE: 'A text is not a date that exists.',
  NOT_AN_EMAIL: 'A text is not an e-mail address.',
  NOT_A_COUNTRY: 'A text is not the code of a country.',
  BLANK: 'A text shows nothing.',
  TOO_LONG: 'A text has too many characters.',
  CONTROL_CHARACTER: 'A text has control characters.',
  OUT_OF_RANGE: 'A number, a date or a count is outside its bounds.',
  IN_THE_FUTURE: 'A date is in the future.',
  REPEATED: 'Something is named twice.',
  DATES_REVERSED: 'Two dates are in the wrong order.',
  TOO_MANY_DAYS: 'There are too many days or nights.',
  MINIMUM_ABOVE_MAXIMUM: 'A minimum is above its maximum.',
  MALFORMED: 'A text has half a character, or is not a cursor.',
  CURSOR_CHANGED: 'A cursor was changed.',
  CURSOR_OF_ANOTHER_RESOURCE: 'A cursor belongs to another list.',
  CURSOR_OF_ANOTHER_SORT_MODE: 'A cursor belongs to another order.',
} as const;

/** All codes of input problems. */
export const INPUT_CODES = {
  ...REST_INPUT_CODES,
  INVALID_REFERENCE: 'A text is not the reference of a booking.',
  NOT_A_NAME: 'A name says where to go: it has an address of a page or a mailbox in it.',
  BELOW_SOLD: 'There would be fewer rooms than are sold and held.',
  OVERLAP: 'Another price claims nights of it.',
  UNCONFIRMED: 'A price is 0, or leaves the one before by more than half, and is not confirmed.',
  MISMATCH: 'The hotel of the room type does not sell the visit type of the prices.',
  NOT_AS_HELD: 'A booking is not what its hold is of.',
  INVALID_OFFER: 'An id is not that of an offer that can be used here today.',
} as const;
export type InputCode = keyof typeof INPUT_CODES;

const minimum = amount('The least that is possible.');
const maximum = amount('The most that is possible.');
const value = amount('What was sent, or counted; null where it may be personal.');
const expected = texts('Values, types or schemes that are possible.');
const fields = texts('Other fields that the problem is about.');
const field = texts<readonly [string]>(fields.description);
const oneOfRights = rights('Rights of an API key, one of which is enough.');
const earliest = date('The first date that is possible.');
const latest = date('The last date that is possible.');
const from = date('The earlier of two dates, as it should be.');
const to = date('The later of two dates, as it should be.');
const nights = count('Number of nights: on which too much is sold, or of a package.');
const roomType = number('Number of the room type.');
const season = range('Nights of a price.');
const expectedMode = hidden<string>();

function reason<const Code extends InputCode, const Declared extends Facts = Record<never, never>>(
  code: Code,
  description: string,
  facts: Declared = {} as Declared,
) {
  return { code, description, facts } as const;
}

/** Several reasons may have one code: they differ in their facts and in their wording. */
export const INPUT_REASONS = {
  required: reason('REQUIRED', 'It is missing.'),
  requiredToBind: reason('REQUIRED', 'It is missing, and a binding booking needs it.'),
  oneRequired: reason('REQUIRED', 'One of `fields` is needed.', { fields }),
  requiredBeside: reason(
    'REQUIRED',
    'It is needed beside `fields`, unless the key has one of `rights`, which is empty where it is needed in any case.',
    { fields, rights: oneOfRights },
  ),
  wrongType: reason('INVALID_TYPE', 'It is of another type than `expected`, as JSON names types.', {
    expected: texts<readonly [string]>(expected.description),
  }),
  wrongValue: reason('INVALID_VALUE', 'It is not a possible value.'),
  notListed: reason('INVALID_VALUE', 'It is not one of `expected`.', { expected }),
  notAKey: reason('INVALID_VALUE', 'It is not 1 to `maximum` visible ASCII characters.', { maximum }),
  onlyWithRight: reason('INVALID_VALUE', 'Only an API key with one of `rights` may send it.', { rights: oneOfRights }),
  reservedName: reason(
    'INVALID_VALUE',
    'It is `GUEST`, `SERVICE` or `COMMAND_LINE`, by which a history names others than the holder of a key.',
  ),
  foreignClient: reason(
    'INVALID_VALUE',
    'It is another client, which has keys that this one may not see, or may not act for.',
  ),
  ownKey: reason('INVALID_VALUE', 'It is the key of the request.'),
  excluded: reason('INVALID_VALUE', 'It may not be given beside `fields`.', { fields }),
  wrongScheme: reason('INVALID_VALUE', 'It is not an address with one of the schemes in `expected`.', { expected }),
  hasCredentials: reason('INVALID_VALUE', 'The address has a user name or a password.'),
  hasFragment: reason('INVALID_VALUE', 'The address has a fragment.'),
  unknownHost: reason('INVALID_VALUE', 'The host of the address is not known.'),
  privateHost: reason('INVALID_VALUE', 'The address is not public.'),
  notAnInteger: reason('NOT_AN_INTEGER', 'It is not a whole number that can be represented.'),
  notAnId: reason('NOT_AN_ID', 'It is neither an integer nor an ObjectId.'),
  notADate: reason('NOT_A_DATE', 'It is not a date that exists.'),
  /** `maximum` in characters; null: a short text is no address either. */
  notAnEmail: reason('NOT_AN_EMAIL', 'It is not an e-mail address.', { maximum: nullable(maximum) }),
  notACountry: reason('NOT_A_COUNTRY', 'It is not the code of a country.'),
  notAReference: reason('INVALID_REFERENCE', 'It is not the reference of a booking.'),
  blank: reason('BLANK', 'It shows nothing.'),
  notAName: reason('NOT_A_NAME', 'It has `://`, `www.`, `@` or the name of a host in it.'),
  notAPhone: reason('INVALID_VALUE', 'It is not a telephone number: it has no digit.'),
  /** `isSearched`: the text is what a search looks for. */
  tooLong: reason('TOO_LONG', 'It has more than `maximum` characters.', { maximum, isSearched: hidden<boolean>() }),
  controlCharacter: reason('CONTROL_CHARACTER', 'It has control characters, or others that change how a text reads.'),
  halfCharacter: reason('MALFORMED', 'It has half a character.'),
  outOfRange: reason('OUT_OF_RANGE', '`value` is below `minimum` or above `maximum`.', {
    minimum: nullable(minimum),
    maximum: nullable(maximum),
    value: nullable(value),
  }),
  wrongCount: reason('OUT_OF_RANGE', 'There are `value` entries; `minimum` to `maximum` are possible.', {
    ...{ minimum, maximum, value },
  }),
  outOfDates: reason('OUT_OF_RANGE', '`date` is before `earliest` or after `latest`.', {
    ...{ earliest, latest, date: date('The date that was sent.') },
  }),
  tooManyWebhooks: reason('OUT_OF_RANGE', 'The client has `maximum` webhooks already.', { maximum }),
  tooManySecrets: reason('OUT_OF_RANGE', 'The webhook has replaced `maximum` secrets within 24 hours.', { maximum }),
  inTheFuture: reason('IN_THE_FUTURE', 'It is after `today`.', { today: date('The business date.') }),
  tooManyWords: reason('TOO_LONG', 'It has more than `maximum` words.', { maximum }),
  tooLongAgo: reason('OUT_OF_RANGE', 'It is before `earliest`.', { earliest }),
  repeatedGuest: reason('REPEATED', 'The guest at the position `guest` is named twice.', {
    guest: count('Position of a guest, from 1.'),
  }),
  notAfter: reason('DATES_REVERSED', '`to` is not after `from`.', { from, to }),
  before: reason('DATES_REVERSED', '`to` is before `from`.', { from, to }),
  firstAfterLast: reason('DATES_REVERSED', 'The first day, `from`, is after the last, `to`.', { from, to }),
  beforeField: reason('DATES_REVERSED', 'It is before the value of `fields`.', { fields: field }),
  tooManyDays: reason('TOO_MANY_DAYS', '`from` to `to` are `value` days; `maximum` are the most.', {
    ...{ from, to, maximum, value },
  }),
  tooManyDaysWithStays: reason(
    'TOO_MANY_DAYS',
    '`from` to `to` are `value` days; `maximum` are the most with the stays of each day.',
    { from, to, maximum, value },
  ),
  tooManyNights: reason('TOO_MANY_DAYS', 'There are `value` nights; `maximum` are the most.', { maximum, value }),
  tooManyRanges: reason('OUT_OF_RANGE', '`value` ranges of nights would change; `maximum` are the most.', {
    ...{ maximum, value },
  }),
  minimumAboveMaximum: reason('MINIMUM_ABOVE_MAXIMUM', '`value` is above `maximum`, which is in `fields`.', {
    ...{ value, maximum, fields: field },
  }),
  belowSold: reason(
    'BELOW_SOLD',
    '`value` is below the rooms `sold` (with `includesHeld`: sold and held) on `nights` nights from `firstNight` on.',
    {
      ...{ value, nights, firstNight: date('The first night on which too much is sold.') },
      sold: count('Rooms that are taken on such a night, at most.'),
      includesHeld: flag('Whether some of them are held, not sold.'),
    },
  ),
  overlapsSeason: reason('OVERLAP', '`season` has nights of it and may not be cut.', { season }),
  /** `nights` is the length of a package, null by the night. */
  overlapsPriceList: reason('OVERLAP', '`season` overlaps `otherSeason` of the price list `otherPriceListNumber`.', {
    ...{ currency: currency('Currency of prices.'), nights: nullable(nights), roomType, season },
    priceList: number('Number of the price list.'),
    otherPriceList: number('Number of the other price list.'),
    otherSeason: range('Nights of the price in the other list.'),
  }),
  unconfirmed: reason('UNCONFIRMED', '`after` is 0, or leaves `before` by more than half: it needs `confirm: true`.', {
    before: nullable(money('The price before in minor units of `currency`; null: there is none.')),
    after: money('The price that it would be in minor units of `currency`.'),
    ...{
      currency: currency('Currency of prices.'),
      roomType,
      night: date('The first night that would have the price.'),
    },
  }),
  notSoldThere: reason(
    'MISMATCH',
    'The hotel `hotelNumber`, to which the room type belongs, does not sell the visit type.',
    { roomType, hotel: number('Number of the hotel.') },
  ),
  notAsHeld: reason('NOT_AS_HELD', '`held` is held.', { held: text('What is held: a code, a number or a date.') }),
  notAnOffer: reason('INVALID_OFFER', 'It is not the id of an offer, or was changed.'),
  offerExpired: reason('INVALID_OFFER', 'The offer was good until `latest`.', { latest }),
  offerOfRooms: reason('INVALID_OFFER', 'The offer has `value` rooms, and `maximum` can be had here.', {
    ...{ maximum, value },
  }),
  notACursor: reason('MALFORMED', 'It is not a cursor.'),
  cursorChanged: reason('CURSOR_CHANGED', 'The cursor was changed.'),
  cursorOfResource: reason('CURSOR_OF_ANOTHER_RESOURCE', 'The cursor belongs to another list.', {
    ...{ resource: hidden<string>(), expectedResource: hidden<string>() },
  }),
  /** `words`: the expected mode as readers know it. */
  cursorOfSortMode: reason('CURSOR_OF_ANOTHER_SORT_MODE', 'The cursor belongs to another order.', {
    ...{ mode: hidden<string>(), expectedMode, words: hidden<string>() },
  }),
  cursorOfValues: reason('CURSOR_OF_ANOTHER_SORT_MODE', 'The cursor has a value of another type than the order.', {
    valueType: hidden<'number' | 'string'>(),
    expectedMode,
  }),
} as const;
export type InputReason = keyof typeof INPUT_REASONS;
