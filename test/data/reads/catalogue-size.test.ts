/** F12: how large the catalogue counts as for costs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { putInto } from '../../support/database/fresh-database.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ today: TODAY });
});
afterAll(() => gateway?.close());

test('an import between the start of a process and its first operation counts in the costs of that process', async () => {
  await putInto(gateway.database, SMALL_CATALOGUE);
  gateway.epochs.observe(await readRaised(gateway.database));
  const { hotels } = await until(
    async () => gateway.services.catalogueSize({ destinations: null }),
    (size) => size.hotels > 0,
  );
  expect(hotels).toBe(SMALL_CATALOGUE.hotels!.length);
});
