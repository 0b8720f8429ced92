/** A large catalogue file passes through a process without being in its memory, in and out. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDay, parseDay } from '../../../src/domain/time/civil-date.ts';
import { sampleCatalogue } from '../../catalogue/sample-catalogue.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { send, startUpload } from '../../support/requests/upload.ts';

const MEGABYTE = 1024 * 1024;
const FILE_MB = 200;
/** What is in use besides: buffers of streams, the parser, one statement. */
const BOUND_MB = 60;
const SAMPLE_MS = 1_000;
const FIRST_NIGHT = parseDay('2027-01-01')!;

let gateway: TestGateway;
let url: string;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: sampleCatalogue(), today: '2026-11-22' });
  url = `${await gateway.listen()}/manage/catalogue`;
  key = await gateway.key({ scopes: ['manage'] });
});
afterAll(() => gateway.close());

/** In megabytes, without garbage. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

test(`a file of ${FILE_MB} MB, generated as it is sent, takes at most ${BOUND_MB} MB of memory`, async () => {
  const before = memoryInUse();
  let most = 0;
  const started = startUpload(url, { key });
  await send(started, '{"format":"spa-stay-catalogue/1","inventory":[');
  for (let sent = 0; sent < FILE_MB; sent++) {
    const night = formatDay(FIRST_NIGHT + sent);
    const entry = JSON.stringify({ roomTypeId: 11, from: night, to: night, units: 9 });
    await send(started, `${sent > 0 ? ',' : ''}${entry}${' '.repeat(MEGABYTE)}`);
    if (sent % 20 === 0) most = Math.max(most, memoryInUse());
  }
  const watching = setInterval(() => {
    most = Math.max(most, memoryInUse());
  }, SAMPLE_MS);
  started.request.end(']}');
  const { status, text } = await started.answer;
  clearInterval(watching);
  const { created, updated, unchanged } = JSON.parse(text).counts.inventoryNights;
  expect([status, created + updated + unchanged]).toEqual([200, FILE_MB]);
  expect(most - before).toBeLessThan(BOUND_MB);
});
