/**
 * Requests to REST generated from its route definitions, so that new routes and parameters are covered automatically:
 * every parameter valid, at its bounds, beyond them, malformed, repeated, missing; unknown parameters; every header
 * that REST reads; addresses beside the routes. Bodies are in `arbitrary-bodies.ts`.
 */
import fc from 'fast-check';
import type { Parameter } from '../../../../src/rest/parameters.ts';
import type { RestRoute } from '../../../../src/rest/route.ts';
import { ROUTES } from '../../../../src/rest/routes.ts';
import { OBJECT_IDS } from '../../catalogue/small-catalogue.ts';
import { arbitraryBody } from './arbitrary-bodies.ts';

/** A request to inject. */
export interface ArbitraryRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

export const DATES = [
  ...['2027-01-10', '2027-02-01', '2027-02-10', '2027-02-28', '2027-03-11', '2028-02-29', '2029-01-10', '2029-01-11'],
  ...['0001-01-01', '1969-12-31', '9999-12-31'],
];
export const REFERENCES = [
  ...['1', '2', '3', '4', '11', '12', '21', '31', '101', '102', '103', '104', '106', '999'],
  ...Object.values(OBJECT_IDS),
  'f'.repeat(24),
];
const NO_DATES = ['2027-02-30', '2027-13-01', '2027-1-1', '27-01-01', '2027-02-10T00:00:00Z', '+02027-02-10', 'today'];
const NO_REFERENCES = ['g'.repeat(24), 'f'.repeat(23), '-1', '01', '1e3', '0x1', '9'.repeat(40), '1 ', 'null'];
const NO_INTEGERS = ['01', '1.5', '1e3', '-0', '0x10', ' 1', '1 ', 'NaN', '2147483648', '-2147483649', '9'.repeat(40)];
const ODD_TEXTS = [
  '',
  ' ',
  '%',
  '_',
  '\\',
  '\0',
  "'",
  '"',
  "' OR 1=1 --",
  '\u202e',
  'ﬀ',
  '😀',
  '__proto__',
  'toString',
];
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const ODD_CURSORS = [
  ...[base64({ lastSortValue: 1, lastId: 1 }), base64({ lastSortValue: 'DBL', lastId: 1e300 })],
  ...[base64({ lastSortValue: {}, lastId: [] }), base64(['hotels', 'id', 1, 1]), 'a.b', '.', 'e30.e30', 'bnVsbA=='],
];

const junk: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS, ...ODD_CURSORS),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.integer().map(String),
);

/** Values of a parameter, most of them of its kind and around its bounds. */
function anyValueOf(parameter: Parameter): fc.Arbitrary<string> {
  const { kind, bounds, maxLength = 100, values = [], example = '' } = parameter;
  const { min = 0, max = 100 } = bounds ?? {};
  const ofKind: Record<Parameter['kind'], readonly string[]> = {
    integer: [min, min + 1, max - 1, max, 2, 7].map(String),
    date: DATES,
    time: ['2027-02-01T10:15:30Z', '2027-02-01T10:15:30.5+01:00'],
    reference: REFERENCES,
    text: ['aurora', 'DBL', 'o', 'hotel', 'x'.repeat(maxLength)],
    choice: values,
    list: [...values, values.join(','), [...values, ...values].join(' , '), ',', `${values[0]},options`],
  };
  const wrong: Record<Parameter['kind'], readonly string[]> = {
    integer: [...NO_INTEGERS, String(min - 1), String(max + 1)],
    date: NO_DATES,
    time: NO_DATES,
    reference: NO_REFERENCES,
    text: [...ODD_CURSORS, 'x'.repeat(maxLength + 1), '😀'.repeat(maxLength)],
    choice: values.map((value) => value.toUpperCase()),
    list: values.map((value) => value.toUpperCase()),
  };
  return fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom<string>(example, ...ofKind[kind]) },
    { weight: 1, arbitrary: fc.constantFrom<string>('', ...wrong[kind]) },
    { weight: 1, arbitrary: junk },
  );
}

type Pair = [name: string, value: string];

/** What a parameter adds to the query: nothing, a value, several, or one under a similar name. */
function pairsOf(name: string, parameter: Parameter): fc.Arbitrary<Pair[]> {
  const value = anyValueOf(parameter);
  return fc.oneof(
    { weight: parameter.isRequired ? 1 : 36, arbitrary: fc.constant<Pair[]>([]) },
    { weight: 24, arbitrary: value.map((one): Pair[] => [[name, one]]) },
    {
      weight: 1,
      arbitrary: fc.array(value, { minLength: 2, maxLength: 3 }).map((all) => all.map((one): Pair => [name, one])),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(`${name}[]`, `${name}[x]`, name.toUpperCase(), `${name}.x`), value)
        .map((pair): Pair[] => [pair]),
    },
  );
}

const unknownPairs: fc.Arbitrary<Pair[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Pair[]>([]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'query', '', 'expand'), junk), junk)
      .map((pair): Pair[] => [pair]),
  },
);

/** Escapes as a browser does: half a character is dropped. */
export const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Unescaped query strings; the weights leave most requests valid. */
const rawQuery = fc.oneof(
  { weight: 30, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom('%', '%0', '%ff', '%00', '&', '=', '?', ';', '+', '[', ']', '#', 'sort=', '1'))
      .map((parts) => parts.join('')),
  },
);

const visible = fc.stringMatching(/^[\x20-\x7e\t\x80-\xff]{0,40}$/);

/** Headers besides the key; usually missing, so that requests are refused for one reason at a time. */
const headers = fc.record(
  {
    'accept-language': fc.oneof(
      fc.constantFrom('de', 'cs, en;q=0', '*;q=0', ',,,', 'ru;q=2', 'en-'.repeat(300), 'cs_CZ,de,en,ru'),
      visible,
    ),
    'if-none-match': fc.oneof(fc.constantFrom('*', '""', 'W/"x"', '"x",'.repeat(300), '"'), visible),
    accept: fc.constantFrom('*/*', 'application/json', 'text/html', 'image/png', 'text/event-stream', ';', ''),
    origin: fc.constantFrom('https://shop.example', 'null', ''),
  },
  { requiredKeys: [] },
);

/** The credentials of a request: from `keys`, mostly the first, or invalid ones. */
export function credentials(keys: readonly string[]): fc.Arbitrary<{ authorization?: string; accessToken?: string }> {
  const [first, ...others] = keys;
  const text = fc.constantFrom(first!, ...others, `${first}x`, '', 'ssg_', 'x'.repeat(500), '\0', `${first} ${first}`);
  return fc.oneof(
    { weight: 40, arbitrary: fc.constant({ authorization: `Bearer ${first}` }) },
    { weight: 2, arbitrary: text.map((accessToken) => ({ accessToken })) },
    { weight: 1, arbitrary: text.map((key) => ({ authorization: `Bearer ${key.replace('\0', '')}` })) },
    { weight: 1, arbitrary: fc.constantFrom('Basic', '', 'Bearer').map((scheme) => ({ authorization: scheme })) },
    {
      weight: 1,
      arbitrary: fc.tuple(text).map(([accessToken]) => ({ authorization: `Bearer ${first}`, accessToken })),
    },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

/** The address of a route with its own parameters filled in, or a similar one. */
function addressOf(route: RestRoute<never>): fc.Arbitrary<string> {
  const segments = route.path.split('/').map((segment): fc.Arbitrary<string> => {
    const parameter = segment.startsWith('{') ? route.parameters[segment.slice(1, -1)] : undefined;
    return parameter ? anyValueOf(parameter).map(escaped) : fc.constant(segment);
  });
  const address = fc.tuple(...segments).map((parts) => parts.join('/'));
  const odd = fc.constantFrom(
    '/',
    '//',
    '/..',
    '/%2e%2e',
    '/%00',
    '/%ff',
    '/%zz',
    '%',
    '/1',
    '/*',
    `/${'x'.repeat(200)}`,
  );
  return fc.oneof(
    { weight: 40, arbitrary: address },
    { weight: 1, arbitrary: fc.tuple(address, odd).map(([path, more]) => path + more) },
    { weight: 1, arbitrary: address.map((path) => path.toUpperCase()) },
    { weight: 1, arbitrary: fc.tuple(address, odd).map(([path, more]) => `${more}${path}`) },
  );
}

function requestTo(route: RestRoute<never>, keys: readonly string[]): fc.Arbitrary<ArbitraryRequest> {
  const named = Object.entries(route.parameters).filter(([, parameter]) => parameter.in === 'query');
  return fc
    .record({
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(route.method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH') },
      ),
      address: addressOf(route),
      pairs: fc.tuple(...named.map(([name, parameter]) => pairsOf(name, parameter)), unknownPairs),
      raw: rawQuery,
      headers,
      credentials: credentials(keys),
      body: arbitraryBody,
    })
    .map(({ method, address, pairs, raw, headers, credentials: { authorization, accessToken }, body }) => {
      const query = [...pairs.flat(), ...(accessToken === undefined ? [] : [['access_token', accessToken] as const])];
      const text = query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&') + raw;
      const isWithBody = method !== 'GET' && method !== 'HEAD';
      return {
        method,
        url: `/api${address}${text === '' ? '' : `?${text}`}`,
        headers: { ...headers, ...(authorization ? { authorization } : {}), ...(isWithBody ? body.headers : {}) },
        ...(isWithBody && body.payload !== undefined ? { payload: body.payload } : {}),
      };
    });
}

/** Any request to any route; the first of the keys has all scopes. Bookings are the most frequent. */
export function arbitraryRequest(keys: readonly string[]): fc.Arbitrary<ArbitraryRequest> {
  return fc.oneof(
    ...ROUTES.map((route) => ({ weight: route.method === 'POST' ? 3 : 1, arbitrary: requestTo(route, keys) })),
  );
}
