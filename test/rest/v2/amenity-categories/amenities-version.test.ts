/**
 * X-Service-Amenities-Version and the entity tag of the dictionary depend on its content alone (V6):
 * equal content has the same in every process, different content has others.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import { createKey } from '../../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../../src/domain/time/clock.ts';
import { TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { getV2, problemsOfImport, V2_CATALOGUE } from '../../../support/catalogue/v2-catalogue.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { PEPPER, startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { startServing } from '../../../support/gateway/run-cli.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

type Categories = NonNullable<Catalogue['amenityCategories']>;

const client = restClient({ catalogue: V2_CATALOGUE });
const VERSION = 'x-service-amenities-version';
const PATHS = ['/amenity-categories', '/hotels', '/hotels/1'];
const LANGUAGES = ['*', 'cs', 'de', 'en', 'ru'];

/** The version, the same on all paths and in all languages, and the tag of the dictionary by language. */
interface Told {
  version: string;
  tags: Record<string, string>;
}

/** The version and the tags of a server; `get` answers a path with its headers by name. */
async function toldBy(get: (path: string, language: string) => Promise<(name: string) => unknown>): Promise<Told> {
  const versions = new Set<string>();
  const tags: Record<string, string> = {};
  for (const path of PATHS) {
    for (const language of LANGUAGES) {
      const header = await get(path, language);
      versions.add(String(header(VERSION)));
      if (path === PATHS[0]) tags[language] = String(header('etag'));
    }
  }
  expect([...versions]).toEqual([expect.stringMatching(/^[\w-]{20,}$/)]);
  return { version: [...versions][0]!, tags };
}

const reported = () =>
  toldBy(async (path, language) => {
    const { status, headers } = await getV2(client, path, { headers: { 'accept-language': language } });
    expect(status).toBe(200);
    return (name) => headers[name];
  });

async function bring(sections: Parameters<typeof problemsOfImport>[1]): Promise<void> {
  expect(await problemsOfImport(client, sections)).toEqual([]);
}

/** Restores the catalogue: removes what was added, recreates what was removed. */
async function restore(): Promise<void> {
  const { database, epochs } = client.gateway;
  expect(await importCatalogue({ database, source: V2_CATALOGUE, replace: true })).toMatchObject({ ok: true });
  epochs.observe(await readRaised(database));
}

describe('in another process they are the same', () => {
  /** Runs `look` with another gateway over the same database. */
  async function beside<Seen>(look: (gateway: TestGateway) => Promise<Seen>): Promise<Seen> {
    const gateway = await startGateway({ today: TODAY, database: client.gateway.database });
    try {
      return await look(gateway);
    } finally {
      await gateway.stop();
      await gateway.epochs.close();
    }
  }
  const toldBeside = () =>
    beside(async (gateway) => {
      const authorization = `Bearer ${await gateway.key()}`;
      return toldBy(async (path, language) => {
        const headers = { authorization, 'accept-language': language };
        const answer = await gateway.inject({ method: 'GET', url: `/api/v2${path}`, headers });
        expect(answer.statusCode).toBe(200);
        return (name) => answer.headers[name];
      });
    });

  test('of another gateway in front of the same database, and again after it was closed and started', async () => {
    const here = await reported();
    expect(await toldBeside()).toEqual(here);
    expect(await toldBeside()).toEqual(here);
  });

  test('so that a tag that one gave out is good for another one', async () => {
    const { tags } = await reported();
    const statuses = await beside(async (gateway) => {
      const authorization = `Bearer ${await gateway.key()}`;
      const headers = { authorization, 'if-none-match': tags['*']! };
      const answers = [
        await gateway.inject({ method: 'GET', url: '/api/v2/amenity-categories', headers }),
        await gateway.inject({
          method: 'GET',
          url: '/api/v2/amenity-categories',
          headers: { ...headers, 'accept-language': 'de' },
        }),
      ];
      return answers.map(({ statusCode }) => statusCode);
    });
    expect(statuses).toEqual([304, 200]);
  });

  test('of the program as it is started by users', async () => {
    const { database } = client.gateway;
    const access = { channelCode: 'public', destinationNumbers: null, scopes: ['read'], expiresAt: null } as const;
    const { key } = await createKey({ database, pepper: PEPPER, name: 'process', ...access, clock: systemClock });
    const dataDir = mkdtempSync(join(tmpdir(), 'gateway-version-'));
    const server = await startServing({ DATABASE_URL: database.url, API_KEY_PEPPER: PEPPER, DATA_DIR: dataDir });
    try {
      const there = await toldBy(async (path, language) => {
        const headers = {
          authorization: `Bearer ${key}`,
          'accept-language': language,
          'accept-encoding': 'identity',
        };
        const answer = await fetch(`${server.url}/api/v2${path}`, { headers });
        expect(answer.status).toBe(200);
        await answer.text();
        return (name) => answer.headers.get(name);
      });
      expect(there).toEqual(await reported());
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    }
  });
});

const entries: Categories = V2_CATALOGUE.amenityCategories!;
const [wellness, ...others] = entries as [Categories[number], ...Categories];
const [sauna, ...pools] = wellness.amenities!;

describe('they stay', () => {
  test('after an import that changes nothing', async () => {
    const before = await reported();
    await bring(V2_CATALOGUE);
    expect(await reported()).toEqual(before);
  });

  test.each<[what: string, sections: Parameters<typeof bring>[0]]>([
    ['the amenities of a hotel changed', { hotels: [{ ...V2_CATALOGUE.hotels![0]!, amenities: [{ code: 'cafe' }] }] }],
    ['a hotel is new', { hotels: [{ id: 77, code: 'new', name: 'New', destinationId: 1, stars: 2 }] }],
    ['prices changed', { visitTypes: [{ ...V2_CATALOGUE.visitTypes![0]!, priceLists: [] }] }],
    [
      'a missing text became null, which says the same',
      { amenityCategories: [{ ...wellness, name: { ru: null, de: null, ...wellness.name } }, ...others] },
    ],
  ])('when %s', async (_, sections) => {
    const before = await reported();
    await bring(sections);
    expect(await reported()).toEqual(before);
  });
});

describe('they change', () => {
  afterEach(restore);

  test.each<[what: string, categories: Categories]>([
    ['the order of categories', entries.toReversed()],
    ['the order of amenities', [{ ...wellness, amenities: [...pools, sauna!] }, ...others]],
    [
      'the order of detail kinds',
      [{ ...wellness, amenities: [{ ...sauna!, detailKinds: sauna!.detailKinds!.toReversed() }, ...pools] }, ...others],
    ],
    [
      'an option more',
      [
        {
          ...wellness,
          amenities: [{ ...sauna!, options: [...sauna!.options!, { code: 'bio', label: {} }] }, ...pools],
        },
        ...others,
      ],
    ],
    ['an empty text in the place of none', [{ ...wellness, name: { ...wellness.name, ru: '' } }, ...others]],
  ])('with %s, and return with the former content of the dictionary', async (_, categories) => {
    const before = await reported();
    await bring({ amenityCategories: categories });
    expect((await reported()).version).not.toBe(before.version);
    await restore();
    expect(await reported()).toEqual(before);
  });

  test('with every removal, and return when everything is created again', async () => {
    const before = await reported();
    const bare = V2_CATALOGUE.hotels!.map((hotel) => ({ ...hotel, amenities: [] }));
    const { database, epochs } = client.gateway;
    const source = { ...V2_CATALOGUE, hotels: bare, amenityCategories: [] };
    expect(await importCatalogue({ database, source, replace: true })).toMatchObject({ ok: true });
    epochs.observe(await readRaised(database));
    const empty = await reported();
    expect(empty.version).not.toBe(before.version);
    expect(Object.values(empty.tags).filter((tag) => Object.values(before.tags).includes(tag))).toEqual([]);
    await restore();
    expect(await reported()).toEqual(before);
  });

  test('with a text in one language: the version for callers of every language, also in a 304', async () => {
    const before = await reported();
    await bring({ amenityCategories: [{ ...wellness, name: { ...wellness.name, ru: 'Велнес' } }, ...others] });
    const after = await reported();
    expect(after.version).not.toBe(before.version);
    for (const language of LANGUAGES) {
      const headers = { 'accept-language': language, 'if-none-match': before.tags[language]! };
      const answer = await getV2(client, '/amenity-categories', { headers });
      expect(answer.headers[VERSION]).toBe(after.version);
      expect([language, answer.status]).toEqual([language, ['*', 'ru'].includes(language) ? 200 : 304]);
    }
  });
});
