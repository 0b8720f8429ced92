/**
 * Bodies for the booking route: valid bookings, random changes of them, any JSON, and bytes that are not JSON or not
 * text; with matching and other content types and idempotency keys.
 */
import fc from 'fast-check';
import { bindingBody, requestBody } from '../../booking/booking-body.ts';

export interface ArbitraryBody {
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
}

/** A booking with every field, so that every place can be changed. */
function wholeBooking(isBinding: boolean, night: number): Record<string, unknown> {
  // A copy, because it is going to be changed.
  const body = structuredClone(isBinding ? bindingBody() : requestBody());
  const [guest] = body.guests;
  return {
    ...body,
    date_from: `2027-04-${String(night).padStart(2, '0')}`,
    date_to: `2027-04-${String(night + 2).padStart(2, '0')}`,
    customer_note: 'Quiet,\nplease',
    affilUserName: 'blog',
    billed_to: { ...body.billed_to, gender: 'female', phone: '+420602123456', consent_marketing: true },
    guests: [{ ...guest, gender: 'male', birth_date: '1960-02-29', loyalty_program_id: 1, loyalty_program_code: 'G1' }],
  };
}

type Path = readonly (string | number)[];

/** The paths of everything inside a JSON value. */
function pathsWithin(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsWithin(inner).map((path) => [name, ...path]),
  ]);
}

const PATHS = pathsWithin(wholeBooking(true, 1));
const REMOVED = Symbol('removed');

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    REMOVED,
    null,
    '',
    ' ',
    0,
    -1,
    1e308,
    101,
    '101',
    true,
    [],
    {},
    [[]],
    '\0',
    '\ud800',
    'x\ny',
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(101),
    'x'.repeat(5_000),
    '9999-12-31',
    '2027-04-31',
    'CZK',
    'EUR',
    'f'.repeat(24),
  ),
  fc.constantFrom<unknown>(
    'a@b',
    'a@example.com',
    'CZE',
    'XXK',
    'female',
    { toString: 1 },
    { length: 3 },
    Array(50).fill({}),
  ),
  fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 }),
);

function changed(body: Record<string, unknown>, changes: readonly (readonly [Path, unknown])[]): unknown {
  for (const [path, to] of changes) {
    const owner = path
      .slice(0, -1)
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], body);
    if (typeof owner !== 'object' || owner === null) continue;
    const name = path.at(-1)!;
    if (to === REMOVED) Reflect.deleteProperty(owner, name);
    else
      Object.defineProperty(owner, name, {
        value: structuredClone(to),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return body;
}

const booking = fc
  .record({
    isBinding: fc.boolean(),
    night: fc.integer({ min: 1, max: 20 }),
    changes: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      {
        weight: 5,
        arbitrary: fc.array(
          fc.tuple(
            fc.oneof(
              { weight: 9, arbitrary: fc.constantFrom(...PATHS) },
              { weight: 1, arbitrary: fc.tuple(fc.constantFrom('price', '__proto__', 'constructor', 'total')) },
            ),
            strange,
          ),
          { minLength: 1, maxLength: 3 },
        ),
      },
    ),
  })
  .map(({ isBinding, night, changes }) => JSON.stringify(changed(wholeBooking(isBinding, night), changes)));

/** A text with some bytes replaced, rarely still UTF-8 and JSON. */
const broken = fc
  .tuple(booking, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }))
  .map(([text, changes]) => {
    const bytes = Buffer.from(text);
    for (const [at, to] of changes) bytes[at % bytes.length] = to;
    return bytes;
  });

const payload: fc.Arbitrary<string | Buffer | undefined> = fc.oneof(
  { weight: 16, arbitrary: booking },
  { weight: 2, arbitrary: broken },
  { weight: 1, arbitrary: fc.tuple(booking, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<string | undefined>(
      undefined,
      '',
      '['.repeat(9_000),
      '{"a":'.repeat(5_000),
      '{"__proto__":{"a":1}}',
    ),
  },
);

const contentType = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '/',
      '',
      'application/json; charset=utf-16',
    ),
  },
);

const idempotencyKey = fc.option(
  fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.stringMatching(/^[\x20-\x7e]{0,40}$/), fc.constant('k'.repeat(256))),
  { nil: undefined, freq: 3 },
);

/** Any body. */
export const arbitraryBody: fc.Arbitrary<ArbitraryBody> = fc
  .record({ payload, contentType, idempotencyKey })
  .map(({ payload: sent, contentType: type, idempotencyKey: key }) => ({
    headers: { ...(type ? { 'content-type': type } : {}), ...(key === undefined ? {} : { 'idempotency-key': key }) },
    payload: sent,
  }));
