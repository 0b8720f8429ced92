/** What open streams take of the memory of a process (U6): a client may have a hundred of them, and each may begin with megabytes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';
import { type EventStream, openEventStream } from '../../support/subscriptions/event-stream.ts';

const MEGABYTE = 1024 * 1024;
const STREAMS = 12;
/** What streams take besides: buffers of sockets. */
const BOUND_MB = 4;

const names = Array.from({ length: 15 }, (_, index) => `date${'x'.repeat(190)}${index}: date`);
const LARGE = `subscription ($from: LocalDate) {
  calendar(filter: { hotel: 1 }, dateFrom: $from, dateTo: "2028-12-31") { days { ${names.join(' ')} } } }`;

let gateway: TestGateway;
let url: string;
let key: string;
const streams: EventStream[] = [];
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  url = await gateway.listen();
  key = await gateway.key();
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await gateway.close();
});

/** Opens a stream, and returns how many bytes it began with. What earlier ones have read is looked at each second, until then it may be refused (A3). */
async function open(from: string, query = LARGE): Promise<number> {
  const stream = await until(
    () => openEventStream({ url, key, query, variables: { from } }),
    ({ status }) => status === 200,
  );
  streams.push(stream);
  const { errors } = await stream.result();
  expect(errors).toBeUndefined();
  return stream.received().length;
}

/** The bytes of buffers, in megabytes and without garbage. */
function buffered(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers / MEGABYTE;
}

test('the large events that streams begin with do not stay in memory, while nothing changes', async () => {
  await open(TODAY);
  const before = buffered();
  let received = 0;
  for (let day = 1; day <= STREAMS; day++) received += await open(`2027-02-${String(day).padStart(2, '0')}`);
  expect(received / MEGABYTE).toBeGreaterThan(4 * BOUND_MB);
  await until(
    async () => buffered() - before,
    (more) => more < BOUND_MB,
  );
});

test('the bodies of the requests that began streams do not stay in memory', async () => {
  const small = LARGE.replace(names.join(' '), 'date');
  await open(TODAY, small);
  const before = buffered();
  // A body that comes in several chunks is put together in 256 kB.
  for (let day = 1; day <= 2 * STREAMS; day++) await open(`2027-02-${String(day).padStart(2, '0')}`, small);
  await until(
    async () => buffered() - before,
    (more) => more < BOUND_MB,
  );
});
