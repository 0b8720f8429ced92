/** How the shops of `examples/` send their operations: by hashes on a server as it comes, by ids on one that knows them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ExampleFolder, exampleFolder } from '../support/examples/example-folder.ts';
import { type ExampleGateway, exampleGateway } from '../support/examples/example-gateway.ts';

const SCHEMA = {
  file: 'schema.graphql',
  text: readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'),
};
const folders: ExampleFolder[] = [];
const gateways: ExampleGateway[] = [];
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  for (const folder of folders) await folder.remove();
});

async function built(example: string, script: string): Promise<ExampleFolder> {
  const folder = await exampleFolder(example, SCHEMA);
  folders.push(folder);
  await folder.run(script);
  return folder;
}

async function started(config?: Parameters<typeof exampleGateway>[0]): Promise<ExampleGateway> {
  const gateway = await exampleGateway(config);
  gateways.push(gateway);
  return gateway;
}

test('the shop with Relay sends only ids to a server that answers nothing else', async () => {
  const shop = await built('relay', 'build:trusted');
  const { gateway, url, takeBookings } = await started({
    trustedDocuments: { file: join(shop.path, 'trusted-documents.json'), only: true },
  });
  const lines = await shop.run('start', { GATEWAY_URL: url, GATEWAY_KEY: await gateway.key({ isPublishable: true }) });
  expect(lines.at(-1)).toMatch(/^cancelled for .*: CANCELLED$/);
  expect(await takeBookings()).toMatchObject([{ status: 'CANCELLED' }]);
});
