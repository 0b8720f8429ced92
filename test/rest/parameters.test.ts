/** Query parameters: what is accepted, and what is refused (I5). */
import { describe, expect, test } from 'vitest';
import { parseDay } from '../../src/domain/time/civil-date.ts';
import { date, integer, queryReader, readParameters, reference } from '../../src/rest/parameters.ts';
import type { RestRequest } from '../../src/rest/rest-request.ts';

const PARAMETERS = {
  max: integer({ canonical: 'first', description: '', example: '10', defaultValue: 10 }),
  date_from: date({ canonical: 'dateFrom', description: '', example: '2027-02-01' }),
  hotel_id: reference({ canonical: 'hotel', description: '', example: '1' }),
};

const read = (query: Record<string, unknown>) => readParameters(PARAMETERS, query);

describe('a parameter', () => {
  test('that is not sent has its default, or no value', () => {
    expect(read({})).toEqual({ values: { max: 10, date_from: null, hotel_id: null }, problems: [] });
  });

  test('that is empty counts as omitted', () => {
    expect(read({ max: '', date_from: '', hotel_id: '' })).toEqual(read({}));
  });

  test('that is unknown is ignored', () => {
    expect(read({ page: '1', expand: ['a', 'b'], toString: 'x' })).toEqual(read({}));
  });

  test('that is repeated is refused, even with equal values', () => {
    expect(read({ max: ['1', '1'] }).problems).toEqual([
      { path: 'max', code: 'REPEATED', message: 'Must be given only once.' },
    ]);
  });

  test('that is required must be present', () => {
    const parameters = { date_from: { ...PARAMETERS.date_from, isRequired: true } };
    const { problems } = readParameters(parameters, { date_from: '' });
    expect(problems).toEqual([{ path: 'date_from', code: 'REQUIRED', message: 'Is required.' }]);
  });

  test('has its problem reported with all others', () => {
    const { values, problems } = read({ max: 'x', date_from: 'y', hotel_id: 'z' });
    expect(values).toEqual({ max: null, date_from: null, hotel_id: null });
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ['max', 'NOT_AN_INTEGER'],
      ['date_from', 'NOT_A_DATE'],
      ['hotel_id', 'NOT_AN_ID'],
    ]);
  });
});

describe('an integer', () => {
  test.each([
    ['0', 0],
    ['7', 7],
    ['-5', -5],
    ['100', 100],
    ['2147483647', 2147483647],
  ])('%s is read', (text, value) => {
    expect(read({ max: text })).toMatchObject({ values: { max: value }, problems: [] });
  });

  test.each(['1e1', '1.0', '+1', ' 1', '1 ', '01', '-0', '0x1', '1_0', '１', 'Infinity', 'NaN', '--1', '1,2', 'null'])(
    '%j is refused',
    (text) => expect(read({ max: text }).problems).toHaveLength(1),
  );

  test.each([
    ['2147483648', 2147483647],
    ['99999999999999999999', 2147483647],
    ['-99999999999', -2147483647],
    ['9'.repeat(1000), 2147483647],
  ])('%s, beyond 32 bits, is the last one of them in a document, which no record reaches', (sent, expected) => {
    const reader = queryReader({ max: PARAMETERS.max }, { problems: () => [], variables: (values) => values });
    const request = { query: { max: sent }, path: {} } as unknown as RestRequest;
    expect(reader.read(request)).toEqual({ variables: { max: expected } });
  });

  test('beyond 32 bits is judged as it was sent', () => {
    expect(read({ max: '2147483648' }).values.max).toBe(2147483648);
  });
});

describe('a date', () => {
  test('is read as the day it names', () => {
    expect(read({ date_from: '2028-02-29' }).values.date_from).toBe(parseDay('2028-02-29'));
  });

  test.each([
    '2027-02-29',
    '2027-13-01',
    '2027-1-1',
    '20270101',
    '2027-01-01T00:00',
    '0000-01-01',
    'today',
    '2027-01-01 ',
  ])('%j is refused', (text) => expect(read({ date_from: text }).problems).toHaveLength(1));
});

describe('an identifier', () => {
  test.each(['1', '0', '-1', '99999999999', '0123456789abcdefABCDEF01'])('%s is an integer or an ObjectId', (text) => {
    expect(read({ hotel_id: text })).toMatchObject({ values: { hotel_id: text }, problems: [] });
  });

  test.each(['abc', '0123456789abcdefABCDEF0', '0123456789abcdefABCDEF012', '0123456789abcdefABCDEFg1', "1' OR 1=1"])(
    '%j is refused',
    (text) => expect(read({ hotel_id: text }).problems).toHaveLength(1),
  );
});
