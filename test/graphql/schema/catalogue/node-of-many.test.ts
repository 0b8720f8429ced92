/** What a key of some destinations may see of tags and categories is found out once for a request (A9). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { languagesOf } from '../../../../src/domain/text/locale.ts';
import { visibleEntity } from '../../../../src/operations/access/visibility.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const TIMES = 50;
const HIDDEN = { id: 99, _id: 'e'.repeat(24), name: { en: 'Hidden' }, color: '336699' };

let gateway: TestGateway;
beforeAll(async () => {
  const [classic] = SMALL_CATALOGUE.visitTypes!;
  const visitTypes = Array.from({ length: 30 }, (_, index) => ({
    ...{ ...classic!, id: 800 + index, _id: `c${String(index).padStart(23, '0')}`, tagIds: [HIDDEN.id] },
    ...{ hotelIds: [1], priceLists: [], promotions: [] },
  }));
  gateway = await startGateway({
    today: TODAY,
    catalogue: {
      ...SMALL_CATALOGUE,
      tags: [...(SMALL_CATALOGUE.tags ?? []), HIDDEN],
      visitTypes: [...SMALL_CATALOGUE.visitTypes!, ...visitTypes],
    },
  });
});
afterAll(() => gateway?.close());

test('a tag that is asked for many times is looked for in its visit types once', async () => {
  const caller = (await gateway.apiKeys.authenticate(await gateway.key({ destinations: [2] })))!;
  const open = () => gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null });
  const tag = { kind: 'tag', number: HIDDEN.id } as const;
  // Now all of it is in memory.
  expect(await visibleEntity(await open(), tag)).toBeNull();
  const context = await open();
  const looked = vi.spyOn(context.catalogue.related.visitTypeHotels, 'load');
  for (let time = 0; time < TIMES; time++) expect(await visibleEntity(context, tag)).toBeNull();
  expect(looked.mock.calls.length).toBeGreaterThan(0);
  expect(looked.mock.calls.length).toBeLessThanOrEqual(30);
});
