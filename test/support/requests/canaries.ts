/**
 * Guest data of words that occur nowhere else, and every way to send them and a key: one of them in a log, an answer or
 * the wrong column of the database is a leak.
 */
import { type BookingBody, bindingBody } from '../booking/booking-body.ts';

/** The data of a guest. */
export const GUEST = {
  firstName: 'Kanarikova',
  lastName: 'Stehlikova',
  email: 'drozd@kos.example',
  phone: '+420777135791',
  street: 'Cizkova ulice',
  houseNumber: '8642x',
  city: 'Cejkov',
  zipCode: '97531z',
  customerNote: 'Slavici zpev',
  birthDate: '1951-07-19',
  loyaltyProgramCode: 'PENKAVA-77',
  affiliate: 'sykora-blog',
  idempotencyKey: 'rehek-24680',
};
const { firstName, lastName, email, phone, street, houseNumber, city, zipCode, customerNote, affiliate } = GUEST;

/** The guest data and the parts of the key (beyond its public prefix) in a text, plain or percent-encoded. */
export function canariesIn(text: string, key: string): string[] {
  const plain = `${text}\n${text.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))}`;
  const sought = { ...GUEST, key: key.slice(12) };
  return Object.entries(sought)
    .filter(([, word]) => plain.toLowerCase().includes(word.toLowerCase()))
    .map(([name]) => name);
}

/** The dates and the place of the stay. */
export interface CanaryStay {
  arrival: string;
  departure: string;
}

/** A binding booking of visit type 101 in hotel 1, room type 11. */
export function canaryBody({ arrival, departure }: CanaryStay): BookingBody {
  return bindingBody({
    date_from: arrival,
    date_to: departure,
    customer_note: customerNote,
    affilUserName: affiliate,
    billed_to: {
      ...{ first_name: firstName, last_name: lastName, email, phone, gender: 'female', consent_marketing: true },
      address: { street, house_number: houseNumber, city, zip_code: zipCode, country: 'CZE' },
    },
    guests: [
      {
        ...{ first_name: firstName, last_name: lastName, gender: 'female', birth_date: GUEST.birthDate },
        loyalty_program_code: GUEST.loyaltyProgramCode,
      },
    ],
  });
}

/** The same as the input of the mutation. */
export function canaryInput({ arrival, departure }: CanaryStay) {
  return {
    ...{ kind: 'BINDING', currency: 'CZK', visitType: '101', hotel: '1', roomType: '11', arrival, departure },
    ...{ customerNote, affiliate },
    billedTo: { firstName, lastName, email, phone, address: { street, houseNumber, city, zipCode, country: 'CZE' } },
    guests: [{ firstName, lastName, birthDate: GUEST.birthDate, loyaltyProgramCode: GUEST.loyaltyProgramCode }],
  };
}

/** Everything of a booking that the holder of its key may read. */
export const BOOKING_FIELDS = `
  id customerNote affiliate guests { firstName lastName birthDate loyaltyProgramCode }
  billedTo { firstName lastName email phone address { street houseNumber city zipCode country } }`;

/** A request on its way to the gateway. */
export interface CanaryRequest {
  name: string;
  /** The expected status; undefined: any. */
  status?: number;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** REST bookings that succeed, and ones refused in every way. No response body may contain guest data. */
export function restCanaries(key: string, readOnlyKey: string, stay: CanaryStay): CanaryRequest[] {
  const body = canaryBody(stay);
  const { billed_to, guests } = body;
  const refused: [name: string, status: number, changes: Record<string, unknown>][] = [
    [
      'values of the wrong type',
      400,
      { currency: email, billed_to: { ...billed_to, gender: firstName, first_name: [firstName] } },
    ],
    [
      'values of the wrong form',
      400,
      { guests: [{ ...guests[0], birth_date: phone }], billed_to: { ...billed_to, email: street } },
    ],
    [
      'names in the place of numbers',
      400,
      { hotel_id: lastName, date_from: GUEST.birthDate.replace('-07', '-17'), date_to: email },
    ],
    ['fields that nobody knows', 201, { [email]: phone, extra: { [firstName]: lastName } }],
    ['an unknown visit type', 404, { visit_type_id: 999 }],
    ['too many guests', 422, { guests: Array(3).fill(guests[0]) }],
    ['a stay in the past', 422, { date_from: '2020-01-01', date_to: '2020-01-03' }],
  ];
  const post = (
    name: string,
    status: number,
    payload: string,
    headers: Record<string, string> = {},
  ): CanaryRequest => ({
    ...{ name, status, method: 'POST', url: '/api/v1/booking', payload },
    headers: { authorization: `Bearer ${key}`, ...JSON_TYPE, ...headers },
  });
  const text = JSON.stringify(body);
  const { idempotencyKey } = GUEST;
  const isWrong = { authorization: `Bearer ${key}x` };
  return [
    post('a booking', 201, text, { 'idempotency-key': idempotencyKey }),
    post('the same booking again', 201, text, { 'idempotency-key': idempotencyKey }),
    post('its idempotency key with another booking', 422, text.replace(phone, ''), {
      'idempotency-key': idempotencyKey,
    }),
    post('an idempotency key that is none', 400, text, { 'idempotency-key': `${idempotencyKey} ${email}` }),
    ...refused.map(([name, status, changes]) => post(name, status, JSON.stringify({ ...body, ...changes }))),
    post('JSON that breaks off', 400, text.slice(0, -20)),
    post('JSON with a stray word', 400, `${firstName} ${text}`),
    post('another content type', 415, text, { 'content-type': 'text/plain' }),
    post('a form', 415, `first_name=${firstName}`, { 'content-type': 'application/x-www-form-urlencoded' }),
    post('too much', 413, text + ' '.repeat(300_000)),
    post('a key that is none', 401, text, isWrong),
    post('a scheme that is none', 401, text, { authorization: `Basic ${key}` }),
    post('a key that may only read', 403, text, { authorization: `Bearer ${readOnlyKey}` }),
  ];
}

/**
 * The key in the address and in the header of every kind of path, and guest data in places where they do not belong.
 */
export function addressCanaries(key: string): CanaryRequest[] {
  const person = encodeURIComponent(`${firstName} ${email}`);
  const paths: [url: string, status: number][] = [
    ['/api/v1/destinations?', 200],
    ['/api/v1/visit-types?max=0&', 400],
    [`/api/v1/visit-types?${person}=${person}&`, 200],
    [`/api/v1/price?visit_type_id=${person}&`, 400],
    ['/api/v1/price?visit_type_id=999&room_type_id=11&date_from=2100-01-01&date_to=2100-01-02&', 404],
    [`/api/v1/${person}?`, 404],
    ['/api/v1/booking?', 405],
    ['/api/v2/hotels/999?', 404],
    [`/api/v2/hotels?search=${person}&cursor=${person}&`, 400],
    ['/api/v2/amenity-categories?', 200],
    [`/${person}?`, 404],
    ['/health?', 200],
    ['/ready?', 200],
    ['/ready/write?', 200],
    ['/?', 200],
    ['/graphql?query=%7Bviewer%7BkeyPrefix%7D%7D&', 200],
    [`/graphql?query=%7Bviewer%7BkeyPrefix%7D%7D&variables=${person}&`, 400],
  ];
  const get = (name: string, status: number | undefined, url: string, headers: Record<string, string>) => ({
    ...{ name, method: 'GET' as const, url, headers: { accept: 'application/json', ...headers } },
    ...(status === undefined ? {} : { status }),
  });
  const authorization = `Bearer ${key}`;
  return [
    ...paths.map(([url, status]) => get(`the key in ${url}`, status, `${url}access_token=${key}`, {})),
    ...paths.map(([url, status]) => get(`the key in the header of ${url}`, status, url, { authorization })),
    ...paths.map(([url]) =>
      get(`the key under an encoded name in ${url}`, undefined, `${url}access%5Ftoken=${key}`, {}),
    ),
    ...paths.map(([url]) => get(`another key in ${url}`, undefined, `${url}access_token=${key}x`, { authorization })),
    get('GraphiQL', 200, `/graphql?access_token=${key}&query=${person}`, { authorization, accept: 'text/html' }),
  ];
}

/**
 * Operations with the guest as values: variables and literals that are accepted, refused by the schema or the parser,
 * or refused later. Unknown names (of fields, types, fragments) are not values, and refusals do repeat them.
 */
export function graphqlCanaries(key: string, readOnlyKey: string, stay: CanaryStay): CanaryRequest[] {
  const input = canaryInput(stay);
  const { billedTo, guests } = input;
  const operation = `mutation Book($input: CreateBookingInput!) { createBooking(input: $input) { __typename ... on Problem { code message } } }`;
  const post = (name: string, query: string, variables?: unknown, presented = key): CanaryRequest => ({
    ...{ name, method: 'POST', url: '/graphql', payload: JSON.stringify({ query, variables }) },
    headers: { authorization: `Bearer ${presented}`, ...JSON_TYPE },
  });
  const literal = literalOf(input);
  const { roomType, guests: _guests, ...ofAll } = input;
  const party = {
    ...ofAll,
    rooms: [
      { roomType, guests },
      { roomType, guests },
    ],
  };
  const together = `mutation Book($input: CreateBookingsInput!) { createBookings(input: $input) { __typename ... on Problem { code message } } }`;
  const mutation = (argument: string) => `mutation { createBooking(input: ${argument}) { __typename } }`;
  return [
    post('variables', operation, { input }),
    post('variables of a party', together, { input: party }),
    post('variables of a party that break the rules', together, {
      input: { ...party, rooms: [{ roomType, guests: [{ ...guests[0], firstName: ' ' }] }] },
    }),
    post('a party whose guest has another type', together, {
      input: { ...party, rooms: [{ roomType, guests: email }] },
    }),
    post('variables of a key that may only read', operation, { input }, readOnlyKey),
    post('variables of a key that is none', operation, { input }, `${key}x`),
    post('variables with a stay in the past', operation, {
      input: { ...input, arrival: '2020-01-01', departure: '2020-01-02' },
    }),
    post('variables with too many guests', operation, { input: { ...input, guests: Array(3).fill(guests[0]) } }),
    post('variables that break the rules', operation, {
      input: { ...input, guests: [{ ...guests[0], firstName: ' ' }], currency: 'EUR' },
    }),
    post('a variable of another enum', operation, { input: { ...input, kind: firstName } }),
    post('a variable with a field too many', operation, { input: { ...input, none: lastName } }),
    post('a variable without a field', operation, { input: { ...input, billedTo: { ...billedTo, email: undefined } } }),
    post('a variable of another type', operation, { input: { ...input, customerNote: { text: customerNote } } }),
    post('a variable that is no object', operation, { input: email }),
    post('a variable that is no e-mail address', operation, {
      input: { ...input, billedTo: { ...billedTo, email: street } },
    }),
    post('a variable that is no date', operation, {
      input: { ...input, guests: [{ ...guests[0], birthDate: phone }] },
    }),
    post('variables that are no object', operation, [GUEST]),
    post('variables that are a text', operation, JSON.stringify(GUEST)),
    post('literals', mutation(literal)),
    post('a literal of another enum', mutation(literal.replace('BINDING', firstName))),
    post(
      'a literal of another type',
      mutation(literal.replace(`"${customerNote}"`, `["${customerNote}"]`).replace('"CZK"', '1')),
    ),
    post('a literal that is no e-mail address', mutation(literal.replace(`"${email}"`, `"${street}"`))),
    post('a literal that is no date', mutation(literal.replace(`"${GUEST.birthDate}"`, `"${phone}"`))),
    post('a literal with a field too many', mutation(literal.replace('{', `{none: "${firstName}", `))),
    post('a literal in the place of a name', mutation(literal.replace('arrival', `"${firstName}"`))),
    post('a text without an end', mutation(literal.replace(`"${customerNote}"`, `"${customerNote}`))),
    post('a syntax error beside the guest', mutation(`${literal} ${lastName}`)),
    post('an operation by the name of the guest', `query ${firstName} { none }`),
    {
      ...post('an operation that there is not', ''),
      payload: JSON.stringify({ query: '{ viewer { today } }', operationName: firstName }),
    },
    { ...post('a body that is no JSON', ''), payload: `{"query": "${firstName}` },
    { ...post('a list of operations', ''), payload: JSON.stringify([{ query: operation, variables: { input } }]) },
  ];
}

/** The input as a GraphQL literal. */
export function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return value === 'BINDING' || value === 'CZK' ? value : JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literalOf(inner)}`)
    .join(', ')}}`;
}
