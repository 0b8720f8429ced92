/** An event that is declared is written by something: one that nothing writes is owed texts in four languages for nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BOOKING_EVENT_TYPES } from '../../../src/domain/event/event-types.ts';

const OPERATIONS = fileURLToPath(new URL('../../../src/operations/booking/', import.meta.url));

test('each type of event is written by an operation on bookings', () => {
  const code = readdirSync(OPERATIONS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`${OPERATIONS}${file}`, 'utf8'))
    .join('\n');
  expect(BOOKING_EVENT_TYPES.length).toBeGreaterThan(5);
  expect(BOOKING_EVENT_TYPES.filter((type) => !code.includes(`'${type}'`))).toEqual([]);
});
