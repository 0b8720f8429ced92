/** The key of the pages lies in all of them, so a start with any other is refused. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateApiKey } from '../../../src/domain/api-key-format.ts';
import { ConfigError, readConfig } from '../../../src/server/config.ts';
import { checkPagesKey } from '../../../src/server/settings/pages-key.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ today: TODAY, catalogue: SMALL_CATALOGUE });
});
afterAll(() => gateway?.close());

const check = (PAGES_KEY: string) => checkPagesKey(readConfig({ PAGES_KEY }), gateway.apiKeys);

test('a publishable key is taken, also one for tests; none needs to be set', async () => {
  await check(await gateway.key({ isPublishable: true }));
  await check(await gateway.key({ isPublishable: true, isTest: true }));
  await checkPagesKey(readConfig({}), gateway.apiKeys);
});

test('any other key is refused, in a sentence that does not show it', async () => {
  const secret = await gateway.key({ scopes: ['read', 'book', 'operate'] });
  const expired = await gateway.key({ isPublishable: true, expiresAt: new Date(`${TODAY}T13:00:00Z`) });
  gateway.setClock(`${TODAY}T14:00:00Z`);
  const unknown = generateApiKey(randomInt);
  const refusal = (key: string) => check(key).catch((error) => error as Error);
  for (const [key, why] of [
    [secret, 'must be a publishable key'],
    [expired, 'must be a key of this database that is not revoked or expired'],
    [unknown, 'must be a key of this database that is not revoked or expired'],
  ] as const) {
    const error = await refusal(key);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error?.message).toMatch(new RegExp(`^PAGES_KEY ${why}[^\n]*$`));
    expect(error?.message).not.toContain(key.slice(4, 12));
  }
});
