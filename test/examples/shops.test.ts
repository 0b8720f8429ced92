/** The shops of `examples/` are built and run as they stand: what they print is true, and they leave nothing behind. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExampleFolder, exampleFolder } from '../support/examples/example-folder.ts';
import { type ExampleGateway, exampleGateway } from '../support/examples/example-gateway.ts';

const SCHEMA = {
  file: 'schema.graphql',
  text: readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'),
};

let served: ExampleGateway;
let publishable: string;
let testKey: string;
beforeAll(async () => {
  served = await exampleGateway();
  publishable = await served.gateway.key({ isPublishable: true });
  testKey = await served.gateway.key({ isTest: true });
});
afterAll(() => served?.close());

describe.each(['apollo', 'urql', 'relay'])('the shop with %s', (example) => {
  let shop: ExampleFolder;
  const start = (key: string, env: Record<string, string> = {}) =>
    shop.run('start', { GATEWAY_URL: served.url, GATEWAY_KEY: key, ...env });
  beforeAll(async () => {
    shop = await exampleFolder(example, SCHEMA);
    await shop.run('build');
  });
  afterAll(() => shop?.remove());

  test('goes from the list to the cancelled booking, and every room is free again', async () => {
    const lines = await start(publishable);
    const [booking] = await served.takeBookings();
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ packages; Kur zum Kennenlernen in 4 hotels$/),
      expect.stringMatching(/^Hotel Aurora, 4 stars, Karlsbad: \S+/),
      expect.stringMatching(/^\d+ days; a stay from 2027-0\d-\d\d to 2027-0\d-\d\d$/),
      ...(example === 'urql' ? [expect.stringMatching(/^followed: \d\d days$/)] : []),
      expect.stringMatching(new RegExp(`^offer: ${booking!.total} CZK; cancelling costs something from 202\\S+ on$`)),
      expect.stringMatching(/^held until 2027-01-10T12:10:00/),
      expect.stringMatching(new RegExp(`^booked: \\S{4}-\\S{4} is CONFIRMED for ${booking!.total} CZK$`)),
      'sent again: the same booking',
      expect.stringMatching(/^cancelled for \d+(\.\d+)? CZK: CANCELLED$/),
    ]);
    expect(booking).toMatchObject({ status: 'CANCELLED', isTest: false });
    expect(await served.nightsTaken()).toBe(0);
  });

  test('takes a changed price once the guest does, and shows why it cannot book in the end', async () => {
    const lines = await start(testKey, { GATEWAY_SIMULATE: 'price-changed' });
    expect(lines.at(-2)).toMatch(/The guest takes it at [\d.]+ CZK\.$/);
    expect(lines.at(-1)).toMatch(/^not booked: .{10,}/);
    expect(await served.takeBookings()).toEqual([]);
    expect(await served.nightsTaken()).toBe(0);
  });

  test('shows that the last room has gone, in the sentence that the gateway gives', async () => {
    const lines = await start(testKey, { GATEWAY_SIMULATE: 'no-capacity' });
    expect(lines.at(-1)).toMatch(/^not booked: .{10,}/);
  });

  test('shows the first refusal of all when its key is wrong', async () => {
    await expect(start('ssg_wrong')).rejects.toThrow(/401|[Kk]ey/);
  });
});

describe('the shop over REST', () => {
  let shop: ExampleFolder;
  const start = (key: string, env: Record<string, string> = {}) =>
    shop.run('start', { GATEWAY_URL: served.url, GATEWAY_KEY: key, ...env });
  beforeAll(async () => {
    const document = await (await fetch(`${served.url}/openapi.json`)).text();
    shop = await exampleFolder('rest', { file: 'openapi.json', text: document });
    await shop.run('build');
  });
  afterAll(() => shop?.remove());

  test('goes from the list to the cancelled booking, and every room is free again', async () => {
    const lines = await start(publishable);
    const [booking] = await served.takeBookings();
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ packages; Kur zum Kennenlernen in 4 hotels$/),
      'Hotel Aurora, 4 stars, Karlsbad: Doppelzimmer Comfort',
      expect.stringMatching(/^\d\d days; a stay from 2027-0\d-\d\d to 2027-0\d-\d\d$/),
      `offer: ${booking!.total} EUR`,
      expect.stringMatching(/^booked: [0-9a-f]{24}$/),
      'sent again: the same booking',
      expect.stringMatching(/^cancelled for \d+(\.\d+)? EUR: CANCELLED$/),
    ]);
    expect(booking).toMatchObject({ status: 'CANCELLED', isTest: false });
    expect(await served.nightsTaken()).toBe(0);
  });

  test('shows that the last room has gone, in the sentence that the gateway gives', async () => {
    const lines = await start(testKey, { GATEWAY_SIMULATE: 'no-capacity' });
    expect(lines.at(-1)).toMatch(/^not booked: .{10,}/);
  });
});

describe('the flow over fetch alone', () => {
  let flow: ExampleFolder;
  beforeAll(async () => {
    flow = await exampleFolder('flow', SCHEMA);
    await flow.run('build');
  });
  afterAll(() => flow?.remove());

  test('goes from the list to the cancelled booking, and every room is free again', async () => {
    const lines = await flow.run('start', { GATEWAY_URL: served.url, GATEWAY_KEY: publishable });
    const [booking] = await served.takeBookings();
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ packages, the first: Kur zum Kennenlernen$/),
      'Hotel Aurora, 4 stars: Doppelzimmer Comfort',
      expect.stringMatching(new RegExp(`^2027-0\\d-\\d\\d to 2027-0\\d-\\d\\d: ${booking!.total} CZK$`)),
      expect.stringMatching(/^held until 2027-01-10T12:10:00/),
      expect.stringMatching(/^booked: \S{4}-\S{4} is CONFIRMED$/),
      expect.stringMatching(/^cancelled for \d+(\.\d+)? CZK$/),
    ]);
    expect(booking).toMatchObject({ status: 'CANCELLED', isTest: false });
    expect(await served.nightsTaken()).toBe(0);
  });
});
