/** Open subscriptions of keys that lie in browsers (S7): each address has as many as a key. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Epochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { LimitCounts } from '../../../src/operations/limit-counts.ts';
import { MAX_PER_KEY, Subscriptions } from '../../../src/server/subscriptions/subscriptions.ts';
import { CALLERS } from '../../support/booking/booking-scene.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

let database: FreshDatabase;
let epochs: Epochs;
beforeAll(async () => {
  database = await freshDatabase();
  epochs = await watchEpochs(database);
});
afterAll(async () => {
  await epochs.close();
  await database.close();
});

const PUBLISHABLE = { ...CALLERS.everywhere, isPublishable: true };
const TOO_MANY = /100 open subscriptions, which are the most/;

/** Takes places for a caller at an address; returns what ends them. */
function subscriptions() {
  const all = new Subscriptions({
    limits: new LimitCounts(),
    ...{ max: 1_000, epochs, clock: systemClock, schedule: manualScheduler().schedule, onFailure: () => {} },
  });
  return {
    all,
    admit(caller: typeof PUBLISHABLE, address: string): () => void {
      let end = () => {};
      const onEnd = (run: () => void) => {
        end = run;
      };
      all.admit(caller, { address, authenticate: () => caller, hasLeft: () => false, onEnd });
      return () => end();
    },
  };
}

test('an address with as many as there are leaves other addresses theirs, and gets new ones when its own end', () => {
  const { all, admit } = subscriptions();
  const ends = Array.from({ length: MAX_PER_KEY }, () => admit(PUBLISHABLE, '192.0.2.1'));
  expect(() => admit(PUBLISHABLE, '192.0.2.1')).toThrow(TOO_MANY);
  admit(PUBLISHABLE, '192.0.2.2');
  for (const end of ends) end();
  admit(PUBLISHABLE, '192.0.2.1');
  expect(all.stats().open).toBe(2);
});

test('a key that is not publishable has as many, whatever the addresses', () => {
  const { admit } = subscriptions();
  for (let place = 0; place < MAX_PER_KEY; place++) admit(CALLERS.everywhere, `192.0.2.${place}`);
  expect(() => admit(CALLERS.everywhere, '192.0.2.200')).toThrow(TOO_MANY);
});
