/**
 * A walk through a whole catalogue that fills every cache of a process: every page of visit types and of hotels, every hotel by
 * itself, and for every visit type the calendar of each hotel that sells it, from its first bookable month.
 */
import { get, send, withHeaders } from './ask.ts';

const PAGE = 100;
const AT_A_TIME = 2;
const SAY_EVERY_MS = 30_000;

/** What a walk requested. */
export interface Walk {
  readonly requests: number;
  readonly megabytes: number;
}

interface VisitTypeRecord {
  readonly id: number;
  readonly hotels: readonly { readonly id: number }[];
}

interface HotelsPage {
  readonly data: readonly { readonly id: number }[];
  readonly nextCursor: string | null;
}

/** Walks through the catalogue of the gateway at `url`; of single hotels and calendars it asks for one of `every`. @throws Error when an answer is not a 200 */
export async function walkThrough(
  url: string,
  { key, say, every = 1 }: { key: string; say: (line: string) => void; every?: number },
): Promise<Walk> {
  let requests = 0;
  let bytes = 0;
  let saidAt = performance.now();
  const ask = async (path: string) => {
    const answer = await send(url, withHeaders(get(path), { authorization: `Bearer ${key}` }));
    const { status, body } = answer;
    if (status !== 200) throw new Error(`${path} is answered with ${status}: ${body.toString().slice(0, 300)}`);
    requests++;
    bytes += body.length;
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      saidAt = performance.now();
      say(`walking through the catalogue: ${requests} requests so far, at ${path}`);
    }
    return answer;
  };
  const contentOf = async <Content>(path: string) => JSON.parse((await ask(path)).body.toString()) as Content;

  const pages = Math.ceil(Number((await ask('/api/v1/visit-types?max=1')).headers['x-total-count']) / PAGE);
  const stays: string[] = [];
  await inTurn(rangeTo(pages), async (page) => {
    const records = await contentOf<VisitTypeRecord[]>(`/api/v1/visit-types?max=${PAGE}&offset=${page * PAGE}`);
    for (const { id, hotels } of records) {
      for (const hotel of hotels) stays.push(`visit_type_id=${id}&hotel_id=${hotel.id}`);
    }
  });
  const hotels: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: HotelsPage = await contentOf(`/api/v2/hotels?limit=${PAGE}&expand=amenityLabels${after}`);
    hotels.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  const isAsked = (_: unknown, index: number) => index % every === 0;
  await inTurn(hotels.filter(isAsked), (id) => ask(`/api/v2/hotels/${id}`));
  await inTurn(stays.filter(isAsked), (stay) => ask(`/api/v1/calendar/dates?${stay}`));
  return { requests, megabytes: bytes / 1e6 };
}

function rangeTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Processes all items, a few at a time. */
async function inTurn<T>(all: readonly T[], deal: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const follow = async () => {
    for (const one of left) await deal(one);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, follow));
}
