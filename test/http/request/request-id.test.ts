/** Ids of requests: the caller's own if they may stand in a log, else one that no other request has (F11). */
import { expect, test } from 'vitest';
import { createRequestId, requestIdOf } from '../../../src/http/exchange.ts';

const idOf = (sent?: string | string[]) => requestIdOf(sent === undefined ? {} : { 'x-request-id': sent });

test.each([
  'a',
  '7',
  '-',
  '_',
  '.',
  'x'.repeat(100),
  '3f2a9c1e-7a44-4b1d-9a55-0c9e6f1b2d3e',
  'Root=1'.replace('=', '-'),
])('the id %s is taken as it is', (sent) => expect(idOf(sent)).toBe(sent));

test.each([
  ['', 'nothing'],
  ['x'.repeat(101), 'more than 100 characters'],
  ['one two', 'a space'],
  ['one, two', 'two ids in one header'],
  ['jan@example.com', 'an address'],
  ['žluť', 'other letters'],
  ['a\r\nb', 'a line break'],
  ['5ec2e7a0b1c2d3e4f5a6b7c8', 'what may be the id of a booking'],
  ['ssg_0123456789abcdefghijklmnopqrstuvwxyz', 'what may be a key'],
])('an id with %j is not taken: %s', (sent) => {
  expect(idOf(sent)).not.toBe(sent);
  expect(idOf(sent)).toMatch(/^[A-Za-z0-9._-]{1,100}$/);
});

test('without an id of its own, every request has another one', () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => (index % 2 === 0 ? idOf() : createRequestId()));
  expect(new Set(ids).size).toBe(2_000);
  expect(idOf(['a', 'b'])).not.toMatch(/^[ab]$/);
});
