/**
 * Migrations are named by the time at which they were made: `npm run migration` does it. Databases record those names, and a process of
 * an earlier release applies what it does not find, so a name never changes, although those up to `LAST_BY_HAND` were written by hand.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRISMA_FOLDER } from '../../../src/data/database/migrations.ts';

const LAST_BY_HAND = '20261123120000_webhooks_of_tests';
const DIGEST_BY_HAND = '324b8da8636e524facc8a982bd9c988dbf43e7e7bb725536b0e57e6b56b16aa2';

const names = readdirSync(join(PRISMA_FOLDER, 'migrations'))
  .filter((name) => /^\d/.test(name))
  .sort();

test('the names that databases have recorded are as they were', () => {
  const released = names.filter((name) => name <= LAST_BY_HAND);
  expect(createHash('sha256').update(released.join('\n')).digest('hex')).toBe(DIGEST_BY_HAND);
});

test('later ones are named by a time that there was', () => {
  for (const name of names.filter((name) => name > LAST_BY_HAND)) {
    const [, stamp] = /^(\d{14})_[a-z0-9_]+$/.exec(name) ?? [];
    const made = stamp?.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6.000Z');
    expect(new Date(made ?? Number.NaN).toISOString()).toBe(made);
  }
});
