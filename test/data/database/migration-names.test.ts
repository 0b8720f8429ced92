/**
 * Migrations are named by the time at which they were made: `npm run migration` does it. Databases record those names, and a process of
 * an earlier release applies what it does not find, so a name never changes, although those up to `LAST_BY_HAND` were written by hand.
 * They record digests of the scripts, too, and Prisma reports one that has changed: what is wrong in a released migration is mended by another one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRISMA_FOLDER } from '../../../src/data/database/migrations.ts';
import { LAST_MIGRATIONS, REFERENCES_BY_INDEX } from '../../support/database/first-release.ts';

const LAST_BY_HAND = '20261123120000_webhooks_of_tests';
const DIGEST_BY_HAND = '3e17e993a3db9ad38db4ddca296c5051dd1a1963446bdd2ba18ffbf7d51b24a8';
/** The digests of the scripts that each release has, one after another. */
const DIGESTS_OF_SCRIPTS: Readonly<Record<keyof typeof LAST_MIGRATIONS, string>> = {
  '0.1.0': '9e84e78a71a5591cb2d132a6485082cd8cf90360012e4d38ff0061fc95093c68',
  '0.2.0': '55dbaf68a845c5ce0fc409776332b96efc4c9f7ce909cc16b60044790c346ce9',
};

const FOLDER = join(PRISMA_FOLDER, 'migrations');
const digestOf = (texts: readonly string[], separator: string) =>
  createHash('sha256').update(texts.join(separator)).digest('hex');
const names = readdirSync(FOLDER)
  .filter((name) => /^\d/.test(name))
  .sort();

test('the names that databases have recorded are as they were', () => {
  const byHand = names.filter((name) => name <= LAST_BY_HAND);
  expect(digestOf(byHand, '\n')).toBe(DIGEST_BY_HAND);
});

test('it is known of every release which migrations it has', () => {
  expect(Object.keys(LAST_MIGRATIONS).sort()).toEqual(
    readdirSync(new URL('../../../docs/releases', import.meta.url)).sort(),
  );
});

test('the scripts whose digests databases of a release have recorded are as they were', () => {
  const digestsOf = ([release, last]: [string, string]) => {
    const isLater = (name: string) => name > last || (release === '0.2.0' && name === REFERENCES_BY_INDEX);
    const released = names.filter((name) => !isLater(name));
    const scripts = released.map((name) => readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8'));
    return [release, digestOf(scripts, '')];
  };
  expect(Object.fromEntries(Object.entries(LAST_MIGRATIONS).map(digestsOf))).toEqual(DIGESTS_OF_SCRIPTS);
});

test('later ones are named by a time that there was', () => {
  for (const name of names.filter((name) => name > LAST_BY_HAND)) {
    const [, stamp] = /^(\d{14})_[a-z0-9_]+$/.exec(name) ?? [];
    const made = stamp?.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6.000Z');
    expect(new Date(made ?? Number.NaN).toISOString()).toBe(made);
  }
});
