/** The load generator: autocannon as a library, in the benchmark's process. */
import autocannon from 'autocannon';
import { type Ask, send } from './ask.ts';
import type { Contestant } from './contestant.ts';

export interface Measurement {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The contestant's processor time per request, in microseconds; null: not known. */
  readonly cpuMicros: number | null;
}

export interface Load {
  readonly asks: readonly Ask[];
  readonly seconds: number;
  readonly connections: number;
  /** Whether each connection asks only for its share; else each asks for all in turn. */
  readonly areDealt?: boolean;
}

/** A measurement without a single answer is repeated for longer, up to this. */
const LONGEST_SECONDS = 60;

/**
 * Sends requests to a contestant for `seconds` over `connections`, and waits until it has answered all of them, so that it does
 * not work while another one is measured.
 * @throws Error when an answer is not as expected
 */
export async function putLoad(
  contestant: Contestant,
  { asks, seconds, connections, areDealt = false }: Load,
): Promise<Measurement> {
  const before = await contestant.cpuMicros();
  const result = await autocannon({
    ...requestsOf(asks, { connections, areDealt }),
    url: contestant.url,
    connections,
    duration: seconds,
    timeout: LONGEST_SECONDS,
  });
  await send(contestant.url, asks[0]!);
  const after = await contestant.cpuMicros();
  const { total: answered, sent } = result.requests;
  refuseUnexpected(result, { contestant, asks });
  if (answered === 0) {
    if (seconds >= LONGEST_SECONDS) throw new Error(`${contestant.name} answered nothing in ${seconds} s`);
    return putLoad(contestant, { asks, seconds: seconds * 2, connections, areDealt });
  }
  return {
    perSecond: answered / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMicros: before === null || after === null ? null : (after - before) / sent,
  };
}

function requestsOf(
  asks: readonly Ask[],
  { connections, areDealt }: { connections: number; areDealt: boolean },
): Pick<autocannon.Options, 'requests' | 'setupClient'> {
  const requests = asks.map(({ method, path, headers, body }) => ({
    method,
    path,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
  }));
  let clients = 0;
  return {
    // Every connection prepares these, and then those of its own.
    requests: areDealt ? requests.slice(0, 1) : requests,
    setupClient: (client) => {
      const place = clients++;
      if (areDealt) return client.setRequests(requests.filter((_, index) => index % connections === place));
      // Each connection starts at another request; otherwise all would ask for the same at the same time.
      const first = Math.floor((place * requests.length) / connections) % requests.length;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  };
}

function refuseUnexpected(
  result: autocannon.Result,
  { contestant, asks }: { contestant: Contestant; asks: readonly Ask[] },
): void {
  const expected = new Set(asks.map(({ status }) => String(status)));
  const unexpected = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => !expected.has(status));
  const { errors, timeouts } = result;
  if (errors === 0 && timeouts === 0 && unexpected.length === 0) return;
  const what = JSON.stringify({ errors, timeouts, unexpected });
  throw new Error(`${contestant.name} did not answer ${asks[0]!.method} ${asks[0]!.path} as expected: ${what}`);
}
