/**
 * The change log's entries of 2026-07-28 and 2026-07-27, rule by rule (V5, V6): codes and
 * labels of amenities, and how callers cache the dictionary.
 */
import { describe, expect, test } from 'vitest';
import { fieldsWithin, getV2, problemsOfImport, V2_CATALOGUE } from '../../../support/catalogue/v2-catalogue.ts';
import { type Query, restClient } from '../../../support/requests/rest-client.ts';

type Texts = Record<string, string | null>;
interface Option {
  code: string;
  label: Texts;
}
interface DictionaryEntry {
  category: { code: string; label: Texts };
  amenities: { code: string; label: Texts; detailKinds: string[]; options: Option[] }[];
}
interface AssignedCategory {
  category: { code: string; label?: Texts };
  amenities: ({ code: string; label?: Texts; options?: Partial<Option>[] } & Record<string, unknown>)[];
}
interface Hotel {
  id: number;
  amenityCategories: AssignedCategory[];
}
type Asked = Parameters<typeof getV2>[2];

const client = restClient({ catalogue: V2_CATALOGUE });
const VERSION = 'x-service-amenities-version';
const PATHS = ['/amenity-categories', '/hotels', '/hotels/1'];
const NO_TEXTS = { cs_CZ: null, de: null, en: null, ru: null };
const inGerman = { 'accept-language': 'de' };

const askDictionary = (asked?: Asked) =>
  getV2<{ data: DictionaryEntry[]; nextCursor: null }>(client, '/amenity-categories', asked);
const dictionary = async (asked?: Asked) => (await askDictionary(asked)).body.data;
const assignedTo = async (id: number, asked?: Asked, from = client) =>
  (await getV2<Hotel>(from, `/hotels/${id}`, asked)).body.amenityCategories;

describe('options and labels', () => {
  test('2026-07-28: GET /amenity-categories always includes the options list of each amenity, empty where there are none', async () => {
    const options = (await dictionary()).flatMap(({ amenities }) =>
      amenities.map((amenity) => [amenity.code, amenity.options.map(({ code }) => code)]),
    );
    expect(Object.fromEntries(options)).toEqual({
      sauna: ['finnish', 'steam'],
      pool: [],
      cafe: [],
      lift: [],
      parking: ['garage', 'yard'],
      diets: ['vegan'],
    });
  });

  test.each(PATHS)('2026-07-28: the removed expand=options is ignored by %s', async (path) => {
    const plain = await getV2(client, path);
    const answer = await getV2(client, path, { query: { expand: 'options' } });
    expect([answer.status, answer.text]).toEqual([200, plain.text]);
  });

  test('2026-07-28: values of a hotel give category, amenity and each selected option by code only', async () => {
    expect(await assignedTo(4)).toEqual([
      {
        category: { code: 'wellness' },
        amenities: [
          {
            code: 'sauna',
            access: 'included',
            options: [],
            openingHours: [],
            note: { ...NO_TEXTS, cs_CZ: 'Jen ženy', de: 'Nur Frauen' },
          },
        ],
      },
      {
        category: { code: 'guest_services' },
        amenities: [
          { code: 'parking', access: 'paid', options: [{ code: 'garage' }], distance: null },
          { code: 'diets', access: 'conditional', options: [{ code: 'vegan' }] },
        ],
      },
    ]);
    for (const path of ['/hotels', '/hotels/4']) {
      expect(fieldsWithin((await getV2(client, path)).body)).not.toContain('label');
    }
  });

  test('2026-07-28: every code in a hotel has its label in the dictionary', async () => {
    const known = await dictionary();
    for (const { category, amenities } of [...(await assignedTo(1)), ...(await assignedTo(4))]) {
      const entry = known.find((one) => one.category.code === category.code)!;
      expect(Object.keys(entry.category.label)).toEqual(Object.keys(NO_TEXTS));
      for (const { code, options = [] } of amenities) {
        const amenity = entry.amenities.find((one) => one.code === code)!;
        expect(Object.keys(amenity.label)).toEqual(Object.keys(NO_TEXTS));
        expect(amenity.options.map((one) => one.code)).toEqual(expect.arrayContaining(options.map((one) => one.code)));
      }
    }
  });

  test.each(['/hotels/4', '/hotels'])(
    '2026-07-28: expand=amenityLabels makes %s inline the label of each category, amenity and selected option, and nothing else',
    async (path) => {
      const expanded = await getV2<Hotel & { data: Hotel[] }>(client, path, { query: { expand: 'amenityLabels' } });
      const duo = expanded.body.data?.find(({ id }) => id === 4) ?? expanded.body;
      expect(duo.amenityCategories[1]).toEqual({
        category: { code: 'guest_services', label: { ...NO_TEXTS, cs_CZ: 'Služby', en: 'Guest services' } },
        amenities: [
          {
            code: 'parking',
            label: { ...NO_TEXTS, cs_CZ: 'Parkování', en: 'Parking' },
            access: 'paid',
            options: [{ code: 'garage', label: { ...NO_TEXTS, cs_CZ: 'Garáž', en: 'Garage' } }],
            distance: null,
          },
          {
            code: 'diets',
            label: { ...NO_TEXTS, en: 'Diets' },
            access: 'conditional',
            options: [{ code: 'vegan', label: { ...NO_TEXTS, en: 'Vegan' } }],
          },
        ],
      });
      const withoutLabels = JSON.parse(expanded.text, (name, value) => (name === 'label' ? undefined : value));
      expect(withoutLabels).toEqual((await getV2(client, path)).body);
    },
  );

  test('2026-07-28: the inlined labels are localized, and those of the dictionary', async () => {
    const asked = { query: { expand: 'amenityLabels' }, headers: { 'accept-language': 'en, cs' } };
    const [, services] = await assignedTo(4, asked);
    expect(services).toMatchObject({
      category: { label: { cs_CZ: 'Služby', en: 'Guest services' } },
      amenities: [{ options: [{ label: { cs_CZ: 'Garáž', en: 'Garage' } }] }, {}],
    });
    expect(Object.keys(services!.amenities[1]!.label!)).toEqual(['cs_CZ', 'en']);
    const entry = (await dictionary(asked)).find(({ category }) => category.code === 'guest_services')!;
    expect([services!.category, services!.amenities.map(({ label }) => label)]).toEqual([
      entry.category,
      entry.amenities.map(({ label }) => label),
    ]);
  });

  test.each(['foo,amenityLabels', 'amenityLabels,options', 'options,amenityLabels,foo', 'amenityLabels,amenityLabels'])(
    '2026-07-28: expand is a comma-separated list: %s is as amenityLabels alone',
    async (expand) => {
      for (const path of ['/hotels', '/hotels/4']) {
        const alone = await getV2(client, path, { query: { expand: 'amenityLabels' } });
        const url = `/api/v2${path}?expand=${expand}`;
        expect((await client.send({ method: 'GET', url })).text).toBe(alone.text);
        expect((await getV2(client, path, { query: { expand } })).text).toBe(alone.text);
      }
    },
  );

  test.each(['foo', 'options,foo', 'amenityLabel', 'foo.amenityLabels', ',', ''])(
    '2026-07-28: names that expand does not know are ignored: "%s" is as nothing',
    async (expand) => {
      for (const path of ['/hotels', '/hotels/4']) {
        const answer = await getV2(client, path, { query: { expand } });
        expect([answer.status, answer.text]).toEqual([200, (await getV2(client, path)).text]);
      }
    },
  );
});

describe('caching', () => {
  const ask = (ifNoneMatch: string, headers = {}) =>
    askDictionary({ headers: { 'if-none-match': ifNoneMatch, ...headers } });

  test('2026-07-27: GET /amenity-categories carries a strong ETag and Cache-Control: private, max-age=3600', async () => {
    const { status, headers } = await askDictionary();
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(headers['cache-control']).toBe('private, max-age=3600');
    expect((await askDictionary()).headers.etag).toBe(headers.etag);
  });

  test('2026-07-27: the ETag is that of the representation: each choice of languages has its own', async () => {
    const choices = ['de', 'en', 'ru', 'cs', 'en, cs', '*'];
    const tags = new Set<string>();
    for (const language of choices)
      tags.add((await askDictionary({ headers: { 'accept-language': language } })).headers.etag!);
    expect(tags.size).toBe(choices.length);
    const { etag } = (await askDictionary({ headers: inGerman })).headers;
    expect((await ask(etag!)).status).toBe(200);
    expect((await ask(etag!, inGerman)).status).toBe(304);
  });

  test('2026-07-27: a matching If-None-Match gives 304 without a body, with ETag, Cache-Control and version', async () => {
    const { headers } = await askDictionary();
    const tag = headers.etag!;
    for (const ifNoneMatch of [tag, `W/${tag}`, `"x", ${tag}`, `W/"x",W/${tag}`, '*']) {
      const answer = await ask(ifNoneMatch);
      expect([answer.status, answer.text], ifNoneMatch).toEqual([304, '']);
      for (const name of ['etag', 'cache-control', VERSION]) expect(answer.headers[name], name).toBe(headers[name]);
    }
  });

  test('2026-07-27: an If-None-Match that does not match gives the dictionary', async () => {
    const whole = await askDictionary();
    for (const ifNoneMatch of ['"x"', 'W/"x", "y"', whole.headers.etag!.slice(1, -1), `"${whole.headers[VERSION]}x"`]) {
      const answer = await ask(ifNoneMatch);
      expect([answer.status, answer.text], ifNoneMatch).toEqual([200, whole.text]);
    }
  });

  test('2026-07-27: X-Service-Amenities-Version is the same on the three paths, for every key and language', async () => {
    const version = (await askDictionary()).headers[VERSION];
    expect(version).toMatch(/\S/);
    const key = await client.key({ channel: 'partner', destinations: [1] });
    for (const path of PATHS) {
      for (const asked of [{}, { key }, { headers: inGerman }, { query: { expand: 'amenityLabels' } as Query }]) {
        const answer = await getV2(client, path, asked);
        expect([answer.status, answer.headers[VERSION]], path).toEqual([200, version]);
      }
    }
  });
});

describe('a dictionary that changes', () => {
  const own = restClient({ catalogue: V2_CATALOGUE });
  const entries = V2_CATALOGUE.amenityCategories!;
  const [wellness] = entries;
  const [sauna, pool] = wellness!.amenities!;
  const withSauna = (changes: object) => ({
    amenityCategories: [{ ...wellness!, amenities: [{ ...sauna!, ...changes }, pool!] }],
  });
  const bring = async (sections: Parameters<typeof problemsOfImport>[1]) =>
    expect(await problemsOfImport(own, sections)).toEqual([]);

  /** The version and the tag of the dictionary; the three paths must agree on the version. */
  async function state(): Promise<{ version: string; tag: string }> {
    const answers = await Promise.all(PATHS.map((path) => getV2(own, path)));
    const versions = answers.map(({ headers }) => headers[VERSION]);
    expect(new Set(versions).size).toBe(1);
    return { version: versions[0]!, tag: answers[0]!.headers.etag! };
  }

  test('2026-07-27: the version and the ETag are the same wherever the content is: other processes, other databases', async () => {
    const { headers } = await askDictionary();
    expect(await state()).toEqual({ version: headers[VERSION], tag: headers.etag });
  });

  test.each<[string, Parameters<typeof problemsOfImport>[1]]>([
    ['a label is', withSauna({ label: { ...sauna!.label, ru: 'Сауна' } })],
    ['the order of options is', withSauna({ options: sauna!.options!.toReversed() })],
    [
      'the label of an option is',
      withSauna({ options: [{ code: 'finnish', label: { en: 'Dry' } }, sauna!.options![1]!] }),
    ],
    ['the detail kinds are', withSauna({ detailKinds: [...sauna!.detailKinds!, 'quantity'] })],
    ['the name of a category is', { amenityCategories: [{ ...wellness!, name: { en: 'Spa' } }] }],
  ])(
    '2026-07-27: the version and the ETag change when %s changed, and come back with the old content',
    async (_, sections) => {
      const before = await state();
      await bring(sections);
      const after = await state();
      expect(after.version).not.toBe(before.version);
      expect(after.tag).not.toBe(before.tag);
      await bring({ amenityCategories: entries });
      expect(await state()).toEqual(before);
    },
  );

  test('2026-07-27: the version stays when anything but the dictionary changes, and when it is imported again', async () => {
    const before = await state();
    await bring({ amenityCategories: entries });
    await bring({ hotels: [{ ...V2_CATALOGUE.hotels![3]!, stars: 5, amenities: [{ code: 'lift' }] }] });
    await bring({ destinations: [{ id: 9, name: { en: 'Elsewhere' } }] });
    expect(await state()).toEqual(before);
    expect(await assignedTo(4, {}, own)).toEqual([{ category: { code: 'services' }, amenities: [{ code: 'lift' }] }]);
  });

  test('2026-07-27: the version and the ETag change when something is added', async () => {
    const seen = [await state()];
    const library = { code: 'library', label: { en: 'Library' } };
    for (const sections of [
      withSauna({ options: [...sauna!.options!, { code: 'bio', label: {} }] }),
      { amenityCategories: [{ ...wellness!, amenities: [...wellness!.amenities!, library] }] },
      { amenityCategories: [...entries, { code: 'leisure', name: {} }] },
    ]) {
      await bring(sections);
      seen.push(await state());
    }
    expect(new Set(seen.map(({ version }) => version)).size).toBe(seen.length);
    expect(new Set(seen.map(({ tag }) => tag)).size).toBe(seen.length);
  });
});
