import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { type DeliveryLog, logDeliveries } from '../../../src/server/telemetry/delivery-log.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { type ManualScheduler, manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

const MINUTE = 60_000;

let lines: Record<string, unknown>[];
let timers: ManualScheduler;
let deliveryLog: DeliveryLog;
beforeEach(async () => {
  lines = [];
  timers = manualScheduler();
  const destination = new PassThrough().on('data', (line) => {
    const { time: _, ...received } = JSON.parse(String(line));
    lines.push(received);
  });
  const log = await createLog({ level: 'info', terminal: false, destination });
  deliveryLog = logDeliveries(log, timers.schedule);
});

const fail = (outcome: string, kind = 'mail') => deliveryLog.tried({ kind, result: 'retry', outcome });
const succeed = (kind = 'mail') => deliveryLog.tried({ kind, result: 'done', outcome: 'sent' });
const failing = (failed: Record<string, number>, kind = 'mail') => ({
  level: 40,
  kind,
  failed,
  msg: 'deliveries fail',
});

test('deliveries that fail are logged at once, then once a minute by what came of them, however many, and when they arrive again', () => {
  succeed();
  expect(lines).toEqual([]);
  for (let time = 0; time < 800; time++) fail('ECONNREFUSED');
  fail('550');
  expect(lines).toEqual([failing({ ECONNREFUSED: 1 })]);
  timers.advance(MINUTE);
  expect(lines.slice(1)).toEqual([failing({ ECONNREFUSED: 799, '550': 1 })]);
  // Nothing was due, so nobody knows.
  timers.advance(10 * MINUTE);
  expect(lines).toHaveLength(2);
  succeed();
  timers.advance(MINUTE);
  expect(lines.slice(2)).toEqual([{ level: 30, kind: 'mail', msg: 'deliveries arrive again' }]);
  expect(timers.count).toBe(0);
  fail('451');
  expect(lines.slice(3)).toEqual([failing({ '451': 1 })]);
});

test('kinds are counted apart, some that fail among others that arrive are no change, and it ends with the process', () => {
  fail('500', 'webhook');
  fail('ETIMEDOUT');
  for (let minute = 0; minute < 3; minute++) {
    succeed('webhook');
    fail('500', 'webhook');
    timers.advance(MINUTE);
  }
  expect(lines).toEqual([
    failing({ '500': 1 }, 'webhook'),
    failing({ ETIMEDOUT: 1 }),
    ...Array(3).fill(failing({ '500': 1 }, 'webhook')),
  ]);
  deliveryLog.stop();
  expect(timers.count).toBe(0);
});
