/**
 * Cursors (V3): they round-trip, for their own list and sort mode only, and the slightest change makes one invalid.
 * Legacy cursors work if their value is comparable.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SortKey, SortOrder } from '../../../src/domain/text/sort-order.ts';
import { createCursorSigner, formatCursor, parseCursor } from '../../../src/operations/search/cursors.ts';
import { HOTEL_ORDERS } from '../../../src/operations/search/list-hotels.ts';
import { ROOM_TYPE_ORDERS } from '../../../src/operations/search/list-room-types.ts';
import { VISIT_TYPE_ORDER } from '../../../src/operations/search/list-visit-types.ts';
import { worded } from '../../support/worded.ts';

const SECRET = 'a secret of this installation';
const SIGNER = createCursorSigner(SECRET);
const ORDERS: readonly SortOrder[] = [
  ...Object.values(HOTEL_ORDERS),
  ...Object.values(ROOM_TYPE_ORDERS),
  VISIT_TYPE_ORDER,
];

const CHANGED = {
  path: 'after',
  code: 'CURSOR_CHANGED',
  message: 'This cursor was changed, or was not made by this service.',
};
const NO_CURSOR = {
  path: 'after',
  code: 'MALFORMED',
  message: 'This is not a cursor: take it from the page before, as it is.',
};

const read = (cursor: string, order: SortOrder) => worded(parseCursor(cursor, order, SIGNER));

describe('a cursor', () => {
  test('round-trips to its sort key, in every order, for any values', () => {
    const cases = fc
      .constantFrom(...ORDERS)
      .chain((order) =>
        fc.tuple(
          fc.constant(order),
          order.valueType === 'number' ? fc.maxSafeInteger() : fc.string({ unit: 'binary', maxLength: 300 }),
          fc.maxSafeNat(),
        ),
      );
    fc.assert(
      fc.property(cases, ([order, value, number]) => {
        const cursor = formatCursor([value, number], order, SIGNER);
        expect(read(cursor, order)).toEqual({ key: [value, number] });
        expect(encodeURIComponent(cursor)).toBe(cursor);
      }),
      { numRuns: 10_000 },
    );
  });

  test('of one process is read by another one with the same secret', () => {
    const cursor = formatCursor(['Aurora', 1], HOTEL_ORDERS.name, SIGNER);
    expect(formatCursor(['Aurora', 1], HOTEL_ORDERS.name, createCursorSigner(SECRET))).toBe(cursor);
    expect(parseCursor(cursor, HOTEL_ORDERS.name, createCursorSigner(SECRET))).toEqual({ key: ['Aurora', 1] });
  });

  test.each(['another secret', '', SECRET.toUpperCase(), `${SECRET} `])(
    'is refused under another secret: "%s"',
    (secret) => {
      const cursor = formatCursor(['Aurora', 1], HOTEL_ORDERS.name, createCursorSigner(secret));
      expect(read(cursor, HOTEL_ORDERS.name)).toEqual({ problem: CHANGED });
    },
  );

  test('is refused by every other list and every other sort mode, and the message names both', () => {
    for (const made of ORDERS) {
      for (const asked of ORDERS.filter((order) => order !== made)) {
        const cursor = formatCursor([made.valueType === 'number' ? 4 : 'DBL', 7], made, SIGNER);
        const isOther = made.resource !== asked.resource;
        expect(read(cursor, asked)).toEqual({
          problem: {
            path: 'after',
            code: isOther ? 'CURSOR_OF_ANOTHER_RESOURCE' : 'CURSOR_OF_ANOTHER_SORT_MODE',
            message: isOther
              ? `This cursor belongs to the list ${made.resource}, not to ${asked.resource}.`
              : `This cursor was made for the sort mode ${made.mode}, not for ${asked.mode} (${asked.words}).`,
          },
        });
      }
    }
  });

  test.each([
    '',
    ' ',
    '.',
    'x',
    'next',
    '1',
    '-1',
    'null',
    '{"lastId":1}',
    'cursor with spaces',
    'ž',
    '\0',
    '='.repeat(9),
  ])('is not a text like "%s", and the message says so', (text) => {
    for (const order of ORDERS) expect(read(text, order)).toEqual({ problem: NO_CURSOR });
  });

  test('of a megabyte is refused like any other text', () => {
    expect(read('A'.repeat(1_000_000), HOTEL_ORDERS.id)).toEqual({ problem: NO_CURSOR });
    expect(read(`${'A'.repeat(1_000_000)}.${'A'.repeat(22)}`, HOTEL_ORDERS.id)).toEqual({ problem: CHANGED });
  });
});

/** Cursors of every length modulo 3, so that the last characters of payloads and signatures contain unused bits. */
const MADE: readonly { order: SortOrder; key: SortKey; cursor: string }[] = (
  [
    [HOTEL_ORDERS.id, [7, 7]],
    [HOTEL_ORDERS.id, [17, 17]],
    [HOTEL_ORDERS.stars, [4, 123]],
    [HOTEL_ORDERS.name, ['Lázně Ž', 7]],
    [ROOM_TYPE_ORDERS.code, ['DBL?>', 11]],
    [VISIT_TYPE_ORDER, [1, 101]],
  ] satisfies [SortOrder, SortKey][]
).map(([order, key]) => ({ order, key, cursor: formatCursor(key, order, SIGNER) }));

describe.each(MADE)('the cursor of $key by $order.mode in $order.resource is refused', ({ order, key, cursor }) => {
  const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.,~%& \n\t\0éА'];
  const positions = [...cursor].map((_, position) => position);
  const accepted = (changed: readonly string[]) => changed.filter((text) => !('problem' in read(text, order)));

  test('with any one character changed to any other', () => {
    const changed = positions.flatMap((at) =>
      CHARACTERS.filter((character) => character !== cursor[at]).map(
        (character) => cursor.slice(0, at) + character + cursor.slice(at + 1),
      ),
    );
    expect(accepted(changed)).toEqual([]);
    expect(accepted([cursor])).toEqual([cursor]);
    expect(read(cursor, order)).toEqual({ key });
  });

  test('with any character added anywhere', () => {
    const longer = [...positions, cursor.length].flatMap((at) =>
      CHARACTERS.map((character) => cursor.slice(0, at) + character + cursor.slice(at)),
    );
    expect(accepted(longer)).toEqual([]);
  });

  test('with any part left out, or two characters next to each other exchanged', () => {
    const shorter = positions.flatMap((from) =>
      [...positions.slice(from + 1), cursor.length].map((to) => cursor.slice(0, from) + cursor.slice(to)),
    );
    expect(accepted(shorter)).toEqual([]);
    const exchanged = positions
      .slice(1)
      .map((at) => cursor.slice(0, at - 1) + cursor[at] + cursor[at - 1] + cursor.slice(at + 1))
      .filter((text) => text !== cursor);
    expect(accepted(exchanged)).toEqual([]);
  });

  test('with padding, spaces, quotes or in another case', () => {
    const [payload, signature] = cursor.split('.');
    const dressed = [
      ...['=', '==', '===', ' ', '\n', '\r\n', '\t', '"', '%0A', '.', `.${signature}`].map((end) => cursor + end),
      ...[' ', '\n', '"', '.', '\ufeff'].map((start) => start + cursor),
      ...['=', '=='].map((end) => `${payload}${end}.${signature}`),
      `"${cursor}"`,
      cursor.toUpperCase(),
      cursor.toLowerCase(),
      encodeURIComponent(cursor).replaceAll('.', '%2E'),
      `${signature}.${payload}`,
      `${payload}.${payload}`,
      cursor + cursor,
    ];
    expect(accepted(dressed)).toEqual([]);
  });

  test('with the signature of any other cursor, or with none', () => {
    const [payload] = cursor.split('.');
    const others = MADE.filter((made) => made.cursor !== cursor).map((made) => made.cursor.split('.')[1]);
    expect(accepted([...others.map((signature) => `${payload}.${signature}`), `${payload}.`, `${payload}`])).toEqual(
      [],
    );
  });
});

test('a cursor in the other base64 alphabet is refused', () => {
  const cursors = Array.from({ length: 200 }, (_, number) => formatCursor([number, number], HOTEL_ORDERS.id, SIGNER));
  const withBoth = cursors.filter((cursor) => cursor.includes('-') && cursor.includes('_'));
  expect(withBoth.length).toBeGreaterThan(0);
  for (const cursor of withBoth) {
    for (const other of [cursor.replaceAll('-', '+'), cursor.replaceAll('_', '/')]) {
      expect(read(other, HOTEL_ORDERS.id)).toEqual({ problem: NO_CURSOR });
    }
  }
});

test('a cursor with changed content gets another message than a text that is not a cursor', () => {
  const { cursor } = MADE[0]!;
  const signature = cursor.split('.')[1];
  const forged = Buffer.from('["hotels","id",8,8]').toString('base64url');
  expect(read(`${forged}.${signature}`, HOTEL_ORDERS.id)).toEqual({ problem: CHANGED });
  expect(read(forged, HOTEL_ORDERS.id)).toEqual({ problem: NO_CURSOR });
});
