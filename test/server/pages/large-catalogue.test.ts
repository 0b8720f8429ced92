/** What the shop asks of a catalogue in which each of many hotels sells every stay. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USUAL_SIZE } from '../../../src/data/reads/catalogue-size.ts';
import {
  SearchCalendarsDocument,
  SearchChoicesDocument,
  SearchHotelDocument,
  StayDetailsDocument,
} from '../../../src/web/generated/operations.ts';
import { sourcePages } from '../../support/browser/source-pages.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  const catalogueSize = { ...USUAL_SIZE, hotels: 2_000, roomTypes: 10_000, visitTypes: 200, sales: 400_000 };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, catalogueSize });
});
afterAll(() => gateway.close());

test.each([
  ['stay', StayDetailsDocument, { visitType: 101, hotel: 1 }],
  ['choices of offers', SearchChoicesDocument, { currency: 'CZK' }],
  ['calendars of offers', SearchCalendarsDocument, { visitType: 101 }],
  ['names of hotels', SearchHotelDocument, { hotel: 1 }],
])('its %s can be asked for', async (_, document, variables) => {
  const { errors } = await gateway.graphql(document.toString(), { variables });
  expect(errors).toBeUndefined();
});

test('its list of pages can be asked for', async () => {
  const { renderer } = await sourcePages().load();
  const paths = await renderer.paths(({ query, variables }) =>
    gateway.ask<object>(query, { variables: variables as Record<string, unknown> }),
  );
  expect(paths).toEqual(expect.arrayContaining(['/', '/hotels/1', '/stays/101/1']));
});
