/** Runs in a copy of the project to which `docs/how-to/add-a-hotel-field.md` has been applied. */
import { expect, test } from 'vitest';
import { exportCatalogue } from '../../../src/catalogue/export/export.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { HOTEL_SCHEMA } from '../../../src/rest/v2/hotels/hotels.schema.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';

const breakfastFrom = '06:45';
const [hotel, ...others] = SMALL_CATALOGUE.hotels!;
const catalogue = { ...SMALL_CATALOGUE, hotels: [{ ...hotel!, breakfastFrom }, ...others] };

test('the field goes from the file to GraphQL, REST v2 and back to a file, and is counted when it goes', async () => {
  const database = await freshDatabase();
  await migrate(database);
  const gateway = await startGateway({ database, catalogue, today: TODAY });
  const { id } = hotel!;
  try {
    expect(await gateway.ask(`{ hotel(id: ${id}) { breakfastFrom } }`)).toEqual({ hotel: { breakfastFrom } });
    const headers = { authorization: `Bearer ${await gateway.key()}` };
    const response = await gateway.inject({ method: 'GET', url: `/api/v2/hotels/${id}`, headers });
    expect(HOTEL_SCHEMA.parse(response.json())).toMatchObject({ breakfastFrom });
    const chunks: string[] = [];
    await exportCatalogue({ database, write: (chunk) => void chunks.push(chunk) });
    expect(chunks.join('')).toContain(`"breakfastFrom":"${breakfastFrom}"`);
    const without = await importCatalogue({ database, source: SMALL_CATALOGUE as never });
    expect(without).toMatchObject({ ok: true, counts: { details: { removed: 1 }, hotels: { updated: 1 } } });
    // The gateway is notified of an import that is not its own.
    const shown = () =>
      gateway.ask<{ hotel: { breakfastFrom: string | null } }>(`{ hotel(id: ${id}) { breakfastFrom } }`);
    await until(shown, ({ hotel: { breakfastFrom: time } }) => time === null);
  } finally {
    await gateway.close();
  }
});
