/**
 * Clients that keep booking and reading, with their answers. A booking is retried with its idempotency key until it is
 * made, like a well-behaved shop does; reading continues whatever the answer.
 */
import { until } from '../requests/until.ts';
import { nightBody, nightCalendar, type ServedAnswer, type ServedClient } from './served-gateway.ts';

export const ASKED = ['booking', 'calendar', 'visit types', 'GraphQL'] as const;
export type Asked = (typeof ASKED)[number];

const READS: Readonly<Record<Exclude<Asked, 'booking'>, (client: ServedClient) => Promise<ServedAnswer>>> = {
  calendar: (client) => client.get(nightCalendar(1)),
  'visit types': (client) => client.get('/api/v1/visit-types'),
  GraphQL: (client) => client.graphql('{ destinations { number name { en } } }'),
};
const BOOKERS = 3;
const NIGHTS = 300;

/** A running load. */
export interface SteadyLoad {
  /** ObjectIds of acknowledged bookings, by idempotency key, which is also their note. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Every answer that is neither a success nor a 503 with a time to retry; one per line. */
  readonly complaints: readonly string[];
  /** The number of answers to a kind of request so far, and how many were 503. */
  counted(asked: Asked): { good: number; refused: number };
  /** Lets every client finish its current request. */
  stop(): Promise<void>;
}

export function startLoad(client: ServedClient): SteadyLoad {
  const acknowledged = new Map<string, string>();
  const complaints: string[] = [];
  const counts = new Map(ASKED.map((asked) => [asked, { good: 0, refused: 0 }]));
  let stopped = false;

  async function ask(asked: Asked, send: () => Promise<ServedAnswer>): Promise<ServedAnswer | null> {
    const count = counts.get(asked)!;
    try {
      const answer = await send();
      const complaint = complaintOf(asked, answer);
      if (complaint) complaints.push(`${asked}: ${complaint}`);
      if (answer.status === 503) count.refused += 1;
      else count.good += 1;
      return answer;
    } catch (error) {
      complaints.push(`${asked}: ${error}`);
      return null;
    }
  }
  async function book(lane: number): Promise<void> {
    for (let turn = 0; !stopped; turn++) {
      const note = `${lane}-${turn}`;
      const body = { ...nightBody(1 + (turn % NIGHTS)), customer_note: note };
      const answer = await until(
        () => ask('booking', () => client.book(body, note)),
        (given) => given !== null && given.status !== 503,
      );
      acknowledged.set(note, answer!.json<{ id: string }>().id);
    }
  }
  async function read(asked: Exclude<Asked, 'booking'>): Promise<void> {
    while (!stopped) await ask(asked, () => READS[asked](client));
  }
  const running = Promise.all([
    ...Array.from({ length: BOOKERS }, (_, lane) => book(lane)),
    ...ASKED.filter((asked) => asked !== 'booking').map(read),
  ]);
  running.catch(() => {});
  return {
    acknowledged,
    complaints,
    counted: (asked) => ({ ...counts.get(asked)! }),
    async stop() {
      stopped = true;
      await running;
    },
  };
}

export function complaintOf(asked: Asked, { status, retryAfter, text }: ServedAnswer): string | null {
  if (status === 503) {
    if (!/^[1-9]\d*$/.test(retryAfter ?? '')) return `503 with Retry-After ${retryAfter}`;
    const said: unknown = JSON.parse(text);
    const isSaid = asked === 'GraphQL' ? isGraphQLRefusal(said) : isErrorResponse(said);
    return isSaid ? null : `503 that says ${text}`;
  }
  if (status !== (asked === 'booking' ? 201 : 200)) return `${status} ${text}`;
  return asked === 'GraphQL' && text.includes('"errors"') ? text : null;
}

function isErrorResponse(said: unknown): boolean {
  const { success, message } = said as { success?: unknown; message?: unknown };
  return success === false && typeof message === 'string';
}

function isGraphQLRefusal(said: unknown): boolean {
  const { errors = [] } = said as { errors?: { extensions?: { code?: unknown } }[] };
  return errors.length > 0 && errors.every(({ extensions }) => extensions?.code === 'SERVICE_UNAVAILABLE');
}
