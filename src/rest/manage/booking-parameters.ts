/** The filter of bookings as query parameters (M9, M15), by the names that it has in GraphQL. */
import { SEARCHED_TEXT_MAX } from '../../domain/booking/booking-search.ts';
import { BOOKING_STATUSES } from '../../domain/booking/status.ts';
import type { WordedProblem } from '../../domain/problem/input-problem.ts';
import { bookingFilterProblems } from '../../operations/booking/search/booking-filter.ts';
import type { SentFilter } from '../../operations/booking/search/resolve-filter.ts';
import { choice, date, type Parameters, readParameters, reference, text, time, wordForCaller } from '../parameters.ts';

export const BOOKING_PARAMETERS = {
  status: choice({
    canonical: 'status',
    description: 'Where they are in their life, as it reads today.',
    values: BOOKING_STATUSES,
  }),
  hotel: reference({ canonical: 'hotel', description: 'A hotel.', example: '1' }),
  visitType: reference({ canonical: 'visitType', description: 'A visit type.' }),
  roomType: reference({ canonical: 'roomType', description: 'A room type.' }),
  channel: text({ canonical: 'channel', description: 'Code of the channel that they were made through.' }),
  text: text({
    canonical: 'text',
    description: 'Words of names, parts of the reference, the e-mail address or the phone number; up to 8 words.',
    maxLength: SEARCHED_TEXT_MAX,
  }),
  staysOn: date({ canonical: 'staysOn', description: 'A night: confirmed bookings whose guests are in house then.' }),
  arrivalFrom: date({ canonical: 'arrivalFrom', description: 'First day of arrival.', example: '2027-05-01' }),
  arrivalTo: date({ canonical: 'arrivalTo', description: 'Last day of arrival.', example: '2027-05-31' }),
  departureFrom: date({ canonical: 'departureFrom', description: 'First day of departure.' }),
  departureTo: date({ canonical: 'departureTo', description: 'Last day of departure.' }),
  createdFrom: time({ canonical: 'createdFrom', description: 'First moment of booking.' }),
  createdTo: time({ canonical: 'createdTo', description: 'Last moment of booking.' }),
  reference: text({ canonical: 'reference', description: 'Reference, in any case, with or without the dash.' }),
  email: text({ canonical: 'email', description: 'E-mail address of the contact, in any case.' }),
  isTest: choice({
    canonical: 'isTest',
    description: 'Whether they are tests; default: tests of a test key, of another key what is none.',
    values: ['true', 'false'],
  }),
} as const satisfies Parameters & Readonly<Record<keyof SentFilter, unknown>>;

/** The filter, or everything that is wrong with it. An unknown parameter is refused: without it there would be more than was asked for. */
export function readBookingParameters(
  query: Readonly<Record<string, unknown>>,
): { readonly filter: SentFilter } | { readonly problems: readonly WordedProblem[] } {
  const { values, problems } = readParameters(BOOKING_PARAMETERS, query);
  const { isTest, ...others } = values;
  const filter = { ...others, isTest: isTest === null ? null : isTest === 'true' };
  const known = Object.keys(BOOKING_PARAMETERS);
  const hasUnknown = Object.keys(query).some((name) => !known.includes(name));
  const message = `The parameters are ${known.join(', ')}, and no others.`;
  const found: WordedProblem[] = [
    ...(hasUnknown ? [{ path: '', code: 'INVALID_VALUE' as const, message }] : []),
    ...problems,
    ...wordForCaller(bookingFilterProblems(filter), (name) => name),
  ];
  return found.length > 0 ? { problems: found } : { filter };
}
