import { counted, countedNights } from '../../domain/text/shown.ts';
import { sayValue } from '../speech.ts';
import type { InputTexts } from '../texts.ts';

const characters = counted('en', { one: 'character', other: 'characters' });
const changes = counted('en', { one: 'change', other: 'changes' });
const days = counted('en', { one: 'day', other: 'days' });
const webhooks = counted('en', { one: 'webhook', other: 'webhooks' });
const nights = countedNights.en;

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  int: 'an integer',
};

export const en: InputTexts = {
  required: () => 'Is required.',
  requiredToBind: () => 'Is required for a binding booking.',
  oneRequired: ({ fields }, say) => `Either ${say.or(fields)} is required.`,
  requiredBeside: ({ fields, scopes }, say) =>
    `Is required beside ${say.list(fields)}${scopes.length === 0 ? '' : `, unless the API key has the scope ${say.or(scopes)}`}.`,
  wrongType: ({ expected: [type] }) => `Must be ${TYPES[type] ?? `a ${type}`}.`,
  wrongValue: () => 'Has a wrong value.',
  notListed: ({ expected }, say) => `Must be one of ${say.list(expected)}.`,
  notAKey: ({ maximum }) => `Must be 1 to ${maximum} visible ASCII characters.`,
  excluded: ({ fields }, say) => `Must not be given beside ${say.list(fields)}.`,
  wrongScheme: ({ expected }, say) => `Must be an address with ${say.or(expected)}.`,
  hasCredentials: () => 'Must have no user name and no password.',
  hasFragment: () => 'Must have no fragment.',
  unknownHost: () => 'Its host has no address.',
  privateHost: () => 'Must lead to a public address.',
  notAnInteger: () => 'Must be an integer.',
  notAnId: () => 'Must be an integer or an ObjectId (24 hexadecimal digits).',
  notADate: () => 'Must be a real date as YYYY-MM-DD.',
  notAnEmail: ({ maximum }) =>
    maximum === null ? 'Must be an e-mail address.' : `Must be an e-mail address, at most ${characters(maximum)}.`,
  notACountry: () => 'Must be the ISO 3166-1 alpha-3 code of a country, for example CZE.',
  notAReference: () =>
    'This is not the reference of a booking: expected eight characters like 0000-0000; the last one does not fit the others.',
  notAName: () => 'A name must have no address of a page or a mailbox in it; write a space after a dot.',
  notAPhone: () => 'A telephone number must have digits.',
  blank: () => 'Must not be blank: one character at least must be visible.',
  tooLong: ({ maximum }) => `Must have at most ${characters(maximum)}.`,
  controlCharacter: () =>
    'Must not contain control characters, separators of lines or characters that change the direction of text.',
  halfCharacter: () => 'Must not contain half of a character (of a surrogate pair).',
  outOfRange({ minimum, maximum, value }, say) {
    const not = value === null ? '' : `, not ${say.number(value)}`;
    if (minimum === null) return `Must be at most ${say.number(maximum!)}${not}.`;
    if (maximum === null) return `Must be at least ${say.number(minimum)}${not}.`;
    return `Must be from ${say.number(minimum)} to ${say.number(maximum)}${not}.`;
  },
  wrongCount: ({ minimum, maximum, value }, say) =>
    `Must be ${say.number(minimum)} to ${changes(maximum)}, not ${say.number(value)}.`,
  outOfDates: ({ earliest, latest, date }, say) =>
    `Must be from ${say.date(earliest)} to ${say.date(latest)}, not ${say.date(date)}.`,
  tooManyWebhooks: ({ maximum }) => `A client has at most ${webhooks(maximum)}.`,
  inTheFuture: () => 'Must not be in the future.',
  tooLongAgo: ({ earliest }, say) => `Must not be before ${say.date(earliest)}.`,
  repeatedGuest: ({ guest }) => `Guest ${guest} is named more than once.`,
  notAfter: ({ from, to }, say) => `${say.date(to)} must be after ${say.date(from)}.`,
  before: ({ from, to }, say) => `${say.date(to)} must not be before ${say.date(from)}.`,
  firstAfterLast: ({ from, to }, say) => `The first day, ${say.date(from)}, is after the last, ${say.date(to)}.`,
  beforeField: ({ fields: [field] }) => `Must not be before ${field}.`,
  tooManyDays: ({ maximum, value, ...range }, say) =>
    `A calendar shows at most ${days(maximum)}; ${say.date(range.from)} to ${say.date(range.to)} are ${say.number(value)}.`,
  tooManyDaysWithStays: ({ maximum, value, ...range }, say) =>
    `A calendar with stays shows at most ${days(maximum)}; ${say.date(range.from)} to ${say.date(range.to)} are ${say.number(value)}.`,
  tooManyNights: ({ maximum, value }, say) => `The changes have ${nights(value)}; ${say.number(maximum)} are the most.`,
  minimumAboveMaximum: ({ value, maximum, fields: [field] }, say) =>
    `${say.number(value)} is above the maximum, ${say.number(maximum)} (${field}).`,
  belowSold({ value, sold, includesHeld, nights: count, firstNight }, say) {
    const what = includesHeld ? 'sold and held' : 'sold';
    const most = count === 1 ? '' : 'up to ';
    const where = count === 1 ? say.date(firstNight) : `${nights(count)} from ${say.date(firstNight)} on`;
    return `${say.number(value)} is below what is ${what}: ${most}${say.number(sold)} on ${where}.`;
  },
  overlapsSeason: ({ season }, say) => `Overlaps the season ${say.range(season)}, which may not be cut: name it whole.`,
  overlapsPriceList({ currency, nights: length, roomType, priceList, season, otherPriceList, otherSeason }, say) {
    const what = length === null ? 'price by night' : `package of ${nights(length)}`;
    return `Another price list prices nights of it: the ${currency} ${what} of room type ${roomType} in price list ${priceList}, ${say.range(season)}, overlaps the one of price list ${otherPriceList}, ${say.range(otherSeason)}.`;
  },
  notSoldThere: ({ roomType, hotel }) =>
    `Room type ${roomType} belongs to hotel ${hotel}, which does not sell the visit type.`,
  notAsHeld: ({ held }, say) => `Must be ${sayValue(held, say)}, as held.`,
  notACursor: () => 'This is not a cursor: take it from the page before, as it is.',
  cursorChanged: () => 'This cursor was changed, or was not made by this service.',
  cursorOfResource: ({ resource, expectedResource }) =>
    `This cursor belongs to the list ${resource}, not to ${expectedResource}.`,
  cursorOfSortMode: ({ mode, expectedMode }) =>
    `This cursor was made for the sort mode ${mode}, not for ${expectedMode}.`,
  cursorOfValues: ({ expectedMode }) =>
    `The lastSortValue of this cursor is of another type than those by which the sort mode ${expectedMode} sorts.`,
};
