/** GET /api/v1/destinations (I2). */
import { describe, expect, test } from 'vitest';
import { OBJECT_IDS } from '../../../support/catalogue/small-catalogue.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

const client = restClient();

describe('200: destinations', () => {
  test('are all of them for a key without limits', async () => {
    const { status, body } = await client.get('/destinations');
    expect(status).toBe(200);
    expect(body).toEqual([
      { _id: OBJECT_IDS.destination1, id: 1, name: { cs_CZ: 'Údolí', de: 'Tal', en: 'Valley', ru: null } },
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        id: 2,
        name: { cs_CZ: 'Hora', de: 'Berg', en: 'Mountain', ru: '' },
      },
    ]);
  });

  test('are limited to those available to the key', async () => {
    const { body } = await client.get<{ id: number }[]>(
      '/destinations',
      {},
      { key: await client.key({ destinations: [2] }) },
    );
    expect(body.map(({ id }) => id)).toEqual([2]);
  });

  test('have their fields in the order of the interface, and exactly the included languages', async () => {
    const { text, headers } = await client.get('/destinations', {}, { headers: { 'accept-language': 'ru, cs' } });
    expect(text).toMatch(/^\[\{"_id":"d0+1","id":1,"name":\{"cs_CZ":"Údolí","ru":null\}\},/);
    expect(headers['content-language']).toBe('cs-CZ, ru');
  });

  test('ignore parameters, because there are none', async () => {
    expect((await client.get('/destinations', { max: 'x' })).status).toBe(200);
  });
});
