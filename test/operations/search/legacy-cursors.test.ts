/**
 * Legacy cursors (V3): base64 of a JSON object with `lastSortValue` and `lastId`, in either alphabet, with or without
 * padding. They name no list and no sort mode, so the type of their value decides whether they fit.
 */
import { describe, expect, test } from 'vitest';
import type { SortOrder } from '../../../src/domain/text/sort-order.ts';
import { createCursorSigner, parseCursor } from '../../../src/operations/search/cursors.ts';
import { HOTEL_ORDERS } from '../../../src/operations/search/list-hotels.ts';
import { ROOM_TYPE_ORDERS } from '../../../src/operations/search/list-room-types.ts';
import { worded } from '../../support/worded.ts';

const SIGNER = createCursorSigner('a secret of this installation');
const ORDERS: readonly SortOrder[] = [...Object.values(HOTEL_ORDERS), ...Object.values(ROOM_TYPE_ORDERS)];
const BY_NUMBERS = ORDERS.filter(({ valueType }) => valueType === 'number');
const BY_TEXTS = ORDERS.filter(({ valueType }) => valueType === 'string');

const read = (cursor: string, order: SortOrder) => worded(parseCursor(cursor, order, SIGNER));
const encoded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64');

const NO_CURSOR = {
  path: 'after',
  code: 'MALFORMED',
  message: 'This is not a cursor: take it from the page before, as it is.',
};

describe('a legacy cursor', () => {
  test('works in every list and sort mode whose values are of its type', () => {
    for (const order of BY_NUMBERS) {
      expect(read(encoded({ lastSortValue: 4, lastId: 7 }), order)).toEqual({ key: [4, 7] });
    }
    for (const order of BY_TEXTS) {
      expect(read(encoded({ lastSortValue: 'Lázně', lastId: 7 }), order)).toEqual({ key: ['Lázně', 7] });
    }
  });

  test.each([
    ['the standard alphabet with padding', (base64: string) => base64],
    ['the standard alphabet without padding', (base64: string) => base64.replace(/=+$/, '')],
    ['the alphabet for addresses with padding', (base64: string) => urlAlphabet(base64)],
    ['the alphabet for addresses without padding', (base64: string) => urlAlphabet(base64).replace(/=+$/, '')],
  ])('may be written in %s', (_, spelled) => {
    for (const name of ['ÿÿÿ>>>???~~~', 'ÿÿÿ>>>???~~~.', 'ÿÿÿ>>>???~~~..']) {
      const base64 = encoded({ lastSortValue: name, lastId: 7 });
      expect(base64).toMatch(/\+.*\/|\/.*\+/);
      expect(read(spelled(base64), HOTEL_ORDERS.name)).toEqual({ key: [name, 7] });
    }
  });

  test.each([
    ['its fields in the other order', '{"lastId":7,"lastSortValue":4}'],
    ['spaces between them', ' { "lastSortValue" : 4,\n "lastId" : 7 } '],
  ])('may have %s', (_, json) => {
    expect(read(Buffer.from(json).toString('base64'), HOTEL_ORDERS.stars)).toEqual({ key: [4, 7] });
  });

  test.each<[string, unknown, number | string]>([
    ['as an integer', 7, 7],
    ['as the same in a string', '7', 7],
    ['before all others, in a string', '-1', -1],
    ['as an ObjectId', '64b7f0c2a1b2c3d4e5f60718', '64b7f0c2a1b2c3d4e5f60718'],
    ['as an ObjectId in capitals', '64B7F0C2A1B2C3D4E5F60718', '64B7F0C2A1B2C3D4E5F60718'],
    ['as an ObjectId of digits only', '123456789012345678901234', '123456789012345678901234'],
  ])('may name its row %s', (_, lastId, row) => {
    for (const order of BY_NUMBERS)
      expect(read(encoded({ lastSortValue: 4, lastId }), order)).toEqual({ key: [4, row] });
  });

  test('without a lastId goes on after all rows of its value', () => {
    for (const order of BY_NUMBERS) expect(read(encoded({ lastSortValue: 4 }), order)).toEqual({ key: [4, Infinity] });
  });

  test.each([{ resource: 'hotels' }, { sort: null }, { sort: 'name', limit: 20, filter: { stars: 4 } }])(
    'may have further fields, which are ignored: %j',
    (others) => {
      for (const order of BY_NUMBERS) {
        expect(read(encoded({ lastSortValue: 4, ...others, lastId: 7 }), order)).toEqual({ key: [4, 7] });
      }
    },
  );

  test('may name a row that is not in the list, even one before all others', () => {
    expect(read(encoded({ lastSortValue: 0, lastId: 0 }), HOTEL_ORDERS.id)).toEqual({ key: [0, 0] });
    expect(read(encoded({ lastSortValue: '', lastId: -1 }), HOTEL_ORDERS.name)).toEqual({ key: ['', -1] });
  });

  test.each([['4'], ['Aurora'], [''], [null], [true], [4.5], [2 ** 53], [[4]], [{ value: 4 }]])(
    'with the value %j is refused where the list is sorted by numbers, and the message says why',
    (lastSortValue) => {
      for (const order of BY_NUMBERS) {
        const message = `The lastSortValue of this cursor is not a whole number, by which the sort mode ${order.mode} sorts.`;
        const problem = { path: 'after', code: 'CURSOR_OF_ANOTHER_SORT_MODE', message };
        expect(read(encoded({ lastSortValue, lastId: 7 }), order)).toEqual({ problem });
      }
    },
  );

  test.each([[4], [null], [false], [['Aurora']], [{ en: 'Aurora' }]])(
    'with the value %j is refused where the list is sorted by texts, and the message says why',
    (lastSortValue) => {
      for (const order of BY_TEXTS) {
        const message = `The lastSortValue of this cursor is not a text, by which the sort mode ${order.mode} sorts.`;
        const problem = { path: 'after', code: 'CURSOR_OF_ANOTHER_SORT_MODE', message };
        expect(read(encoded({ lastSortValue, lastId: 7 }), order)).toEqual({ problem });
      }
    },
  );

  test.each([
    ['no lastSortValue', { lastId: 7 }],
    ['no field', {}],
    ['a lastId that is another text', { lastSortValue: 4, lastId: 'aurora' }],
    ['a lastId that is an empty text', { lastSortValue: 4, lastId: '' }],
    ['a lastId in a string that is no integer', { lastSortValue: 4, lastId: '7.5' }],
    ['a lastId in a string beyond all integers', { lastSortValue: 4, lastId: '9'.repeat(30) }],
    ['a lastId that is no integer', { lastSortValue: 4, lastId: 7.5 }],
    ['a lastId beyond all integers', { lastSortValue: 4, lastId: 1e300 }],
    ['a lastId that is null', { lastSortValue: 4, lastId: null }],
    ['a lastId that is a list', { lastSortValue: 4, lastId: [7] }],
    ['fields in another spelling', { last_sort_value: 4, last_id: 7 }],
  ])('with %s is not a cursor', (_, content) => {
    for (const order of ORDERS) expect(read(encoded(content), order)).toEqual({ problem: NO_CURSOR });
  });

  test.each([
    ['a list', '[4,7]'],
    ['the object in a list', '[{"lastSortValue":4,"lastId":7}]'],
    ['text', '"lastSortValue"'],
    ['a number', '47'],
    ['true', 'true'],
    ['null', 'null'],
    ['nothing', ''],
    ['broken off', '{"lastSortValue":4,"lastId":7'],
    ['followed by something', '{"lastSortValue":4,"lastId":7}]'],
    ['the content of a newer cursor without its signature', '["hotels","id",7,7]'],
  ])('with the content %s is not a cursor', (_, json) => {
    for (const order of ORDERS) {
      expect(read(Buffer.from(json).toString('base64'), order)).toEqual({ problem: NO_CURSOR });
    }
  });

  test('with content that is not UTF-8 is not a cursor, rather than one with a mangled name', () => {
    const bytes = Buffer.from('{"lastSortValue":"L_zn_","lastId":7}'.replaceAll('_', '\xe1'), 'latin1');
    expect(read(bytes.toString('base64'), HOTEL_ORDERS.name)).toEqual({ problem: NO_CURSOR });
  });

  test.each([
    ['a space before it', (base64: string) => ` ${base64}`],
    ['a space after it', (base64: string) => `${base64} `],
    ['a new line after it', (base64: string) => `${base64}\n`],
    ['too much padding', (base64: string) => `${base64.replace(/=+$/, '')}===`],
    ['padding inside', (base64: string) => `${base64.slice(0, 8)}=${base64.slice(8)}`],
    ['a character outside the alphabet', (base64: string) => `${base64.slice(0, 8)}*${base64.slice(8)}`],
    ['percent signs', (base64: string) => base64.replace(/=+$/, '%3D')],
  ])('with %s is not a cursor', (_, spoiled) => {
    const base64 = encoded({ lastSortValue: 4, lastId: 77 });
    expect(read(base64, HOTEL_ORDERS.stars)).toEqual({ key: [4, 77] });
    expect(base64).toMatch(/=$/);
    expect(read(spoiled(base64), HOTEL_ORDERS.stars)).toEqual({ problem: NO_CURSOR });
  });
});

function urlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
