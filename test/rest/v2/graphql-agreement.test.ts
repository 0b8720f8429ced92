/**
 * REST v2 and GraphQL agree on every hotel and room type, for every kind of key and choice of languages. The expected
 * REST answer is derived here from GraphQL's by the rules of v2 (V1, V2, V4, V5, V7), without the product's code.
 */
import { describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { MEDIUM, randomCatalogue } from '../../support/catalogue/random/random-catalogue.ts';
import { TODAY } from '../../support/catalogue/small-catalogue.ts';
import { getV2 } from '../../support/catalogue/v2-catalogue.ts';
import type { KeyOptions } from '../../support/gateway/gateway.ts';
import { restClient } from '../../support/requests/rest-client.ts';
import { describedRandomly } from './described-randomly.ts';
import {
  type GraphQLHotel,
  type GraphQLRoomType,
  HOTEL_FIELDS,
  ROOM_TYPE_FIELDS,
  restHotel,
  restRoomType,
} from './rest-of-graphql.ts';

interface Page<Row> {
  data: Row[];
  nextCursor: string | null;
}

const CATALOGUES: readonly [name: string, catalogue: Catalogue][] = [
  ['the demo', demoCatalogue(parseDay(TODAY)!)],
  ['random catalogue 11', describedRandomly(randomCatalogue(11, MEDIUM, TODAY), 11) as Catalogue],
  [
    'random catalogue 12',
    describedRandomly(randomCatalogue(12, { ...MEDIUM, extremes: true }, TODAY), 12) as Catalogue,
  ],
];

const LANGUAGES = [
  ['*', ['cs_CZ', 'de', 'en', 'ru']],
  ['ru, de', ['de', 'ru']],
  ['cs', ['cs_CZ']],
] as const;

describe.each(CATALOGUES)('%s', (_, catalogue) => {
  const client = restClient({ catalogue, today: TODAY });
  const keys: Record<string, KeyOptions> = {
    everything: {},
    'one destination of partners': { channel: 'partner', destinations: [catalogue.destinations![0]!.id] },
  };

  test.each(Object.keys(keys))(
    'every hotel, in the list and alone, with and without labels, for a key of %s',
    async (name) => {
      const key = await client.key(keys[name]);
      const { hotels } = await client.gateway.ask<{ hotels: { nodes: GraphQLHotel[] } }>(
        `{ hotels(first: 100) { nodes { ${HOTEL_FIELDS} } } }`,
        { key },
      );
      expect(hotels.nodes.some(({ images }) => images.length > 0)).toBe(true);
      expect(hotels.nodes.some(({ amenityCategories }) => amenityCategories.length > 0)).toBe(true);
      expect(hotels.nodes.some(({ priceFrom }) => priceFrom !== null)).toBe(true);
      for (const [language, locales] of LANGUAGES) {
        const headers = { 'accept-language': language };
        for (const withLabels of [false, true]) {
          const query: Record<string, string> = withLabels ? { expand: 'amenityLabels' } : {};
          const expected = hotels.nodes.map((hotel) => restHotel(hotel, { locales, withLabels }));
          const { body } = await getV2<Page<{ id: number }>>(client, '/hotels', {
            key,
            headers,
            query: { ...query, limit: 100 },
          });
          expect(body).toEqual({ data: expected, nextCursor: null });
          for (const hotel of expected) {
            const one = await getV2(client, `/hotels/${hotel.id}`, { key, headers, query });
            expect(one.body).toEqual(hotel);
          }
        }
      }
    },
  );

  test.each(Object.keys(keys))('every room type, page by page, for a key of %s', async (name) => {
    const key = await client.key(keys[name]);
    const { roomTypes } = await client.gateway.ask<{ roomTypes: { nodes: GraphQLRoomType[] } }>(
      `{ roomTypes(first: 100) { nodes { ${ROOM_TYPE_FIELDS} hotel { id number code name } } } }`,
      { key },
    );
    expect(roomTypes.nodes.length).toBeGreaterThan(0);
    for (const [language, locales] of LANGUAGES) {
      const met: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: Record<string, string | number> = { limit: 7, cursor };
        const asked = { key, headers: { 'accept-language': language }, query };
        const { body }: { body: Page<unknown> } = await getV2<Page<unknown>>(client, '/room-types', asked);
        met.push(...body.data);
        cursor = body.nextCursor;
      }
      expect(met).toEqual(
        roomTypes.nodes.map(({ hotel: { id: _id, number: id, ...hotel }, ...roomType }) => ({
          ...restRoomType(roomType, locales),
          hotel: { _id, id, ...hotel },
        })),
      );
    }
  });

  test('the dictionary and its version', async () => {
    const { amenityCategories, amenitiesVersion } = await client.gateway.ask<{
      amenityCategories: { code: string; name: object; amenities: { details: string[] }[] }[];
      amenitiesVersion: string;
    }>(
      '{ amenitiesVersion amenityCategories { code name { cs_CZ: cs de en ru } amenities { code label { cs_CZ: cs de en ru } details options { code label { cs_CZ: cs de en ru } } } } }',
    );
    const { body, headers } = await getV2(client, '/amenity-categories');
    const kindOf = (detail: string) => (detail === 'CHARGE' ? 'access' : detail.toLowerCase());
    const data = amenityCategories.map(({ code, name, amenities }) => ({
      category: { code, label: name },
      amenities: amenities.map(({ details, ...amenity }) => ({ ...amenity, detailKinds: details.map(kindOf) })),
    }));
    expect([body, headers['x-service-amenities-version']]).toEqual([{ data, nextCursor: null }, amenitiesVersion]);
    expect(data.length).toBeGreaterThan(0);
  });
});
