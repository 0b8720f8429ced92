/**
 * Clients that book, read, change prices and follow the feed of events at a steady rate, whatever the answers: the load of a failover. What is
 * refused is sent again, bookings with their idempotency key, so in the end every write was acknowledged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import {
  dateFromNow,
  nightBody,
  nightCalendar,
  type ServedAnswer,
  type ServedClient,
  servedCatalogue,
} from '../gateway/served-gateway.ts';
import { complaintOf } from '../gateway/steady-load.ts';

/** How often a second. */
export interface Rates {
  readonly bookings: number;
  readonly reads: number;
  readonly changes: number;
}

/** A running load. */
export interface FailoverLoad {
  /** ObjectIds of acknowledged bookings, by idempotency key, which is also their note. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** How many of them each client has made, in the order of the clients. */
  readonly booked: readonly number[];
  /** How many changes were acknowledged. */
  changed(): number;
  /** The reads that were answered, and those of them that were not a success, one per line. */
  readonly reads: { answered: number; readonly failed: string[] };
  /** What was answered otherwise than it may be; one per line. */
  readonly complaints: readonly string[];
  /** How many writes were refused with 503 so far. */
  refused(): number;
  /** The ids of the events that the feed has shown, in its order. */
  readonly events: readonly string[];
  /** Resolves when everything that was sent has been acknowledged, and the feed has shown all of it. */
  stop(): Promise<void>;
}

const NIGHTS = 300;
/** How long a client waits before it asks an empty feed again, and before it sends a request again whose answer does not say it. */
const RETRY_MS = 100;
/** The price that changes, in minor units; each change raises it by one crown. */
const FIRST_PRICE = 100_000;
const STEP = 100;

/** The hotel that is booked and whose prices change; beside it one that is only read. */
export function failoverCatalogue(): Catalogue {
  const one = servedCatalogue({ units: 1_000 });
  const [hotel, visitType, nights] = [one.hotels![0]!, one.visitTypes![0]!, one.inventory![0]!];
  const [list] = visitType.priceLists!;
  return {
    ...one,
    hotels: [hotel, { ...hotel, id: 2, code: 'quiet', roomTypes: [{ ...hotel.roomTypes![0]!, id: 21 }] }],
    visitTypes: [
      visitType,
      {
        ...visitType,
        id: 102,
        hotelIds: [2],
        priceLists: [{ ...list!, rates: [{ ...list!.rates![0]!, roomTypeId: 21 }] }],
      },
    ],
    inventory: [nights, { ...nights, roomTypeId: 21 }],
  } as Catalogue;
}

/** What is read from the caches; prices are read besides, from the catalogue after each change. */
const READS: readonly ((client: ServedClient) => Promise<ServedAnswer>)[] = [
  (client) => client.get(nightCalendar(1).replace('=101', '=102').replace('=11', '=21')),
  (client) => client.get('/api/v1/visit-types'),
  (client) => client.graphql('{ destinations { number name { en } } }'),
];

/** Changes a second of a night's price: each waits for the one before. */
const CHANGES_OF_NIGHT = 4;

/** A night whose price rises with each change. */
interface PricedNight {
  readonly days: number;
  changes: number;
  /** The last change that a gateway acknowledged: those of another show a moment later, when their notification has arrived (U5). */
  readonly acknowledgedBy: Map<ServedClient, number>;
}

export function startFailoverLoad(clients: readonly ServedClient[], rates: Rates): FailoverLoad {
  const acknowledged = new Map<string, string>();
  const booked = clients.map(() => 0);
  const complaints: string[] = [];
  const reads: FailoverLoad['reads'] = { answered: 0, failed: [] };
  const events: string[] = [];
  const underWay = new Set<Promise<void>>();
  const nights = Array.from({ length: Math.ceil(rates.changes / CHANGES_OF_NIGHT) }, (_, place): PricedNight => {
    return { days: 200 + place, changes: 0, acknowledgedBy: new Map() };
  });
  let [sent, asked, refused] = [0, 0, 0];
  let isStopped = false;

  const track = (work: Promise<void>) => {
    const tracked = work.catch((error) => void complaints.push(String(error))).finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  };
  const pick = (turn: number): ServedClient => clients[turn % clients.length]!;
  /** Sends a write until it is acknowledged. */
  async function write(kind: 'booking' | 'GraphQL', send: () => Promise<ServedAnswer>): Promise<ServedAnswer> {
    for (;;) {
      const answer = await send();
      // 409: an earlier try is still running.
      const complaint = answer.status === 409 ? null : complaintOf(kind, answer);
      if (complaint) complaints.push(`${kind}: ${complaint}`);
      if (complaint || ![409, 503].includes(answer.status)) return answer;
      if (answer.status === 503) refused += 1;
      await pause(answer.retryAfter === null ? RETRY_MS : Number(answer.retryAfter) * 1_000);
    }
  }
  async function book(): Promise<void> {
    const turn = sent++;
    const note = `booking-${turn}`;
    const body = { ...nightBody(1 + (turn % NIGHTS)), customer_note: note };
    const answer = await write('booking', () => pick(turn).book(body, note));
    if (answer.status !== 201) return;
    acknowledged.set(note, answer.json<{ id: string }>().id);
    booked[turn % clients.length]! += 1;
  }
  async function read(): Promise<void> {
    const turn = asked++;
    const place = turn % (READS.length + 1);
    const round = Math.floor(turn / (READS.length + 1));
    const client = pick(round);
    const send = READS[place];
    if (send) return void answered(place, await send(client));
    const night = nights[round % nights.length]!;
    const known = night.acknowledgedBy.get(client) ?? 0;
    const [date, next] = [dateFromNow(night.days), dateFromNow(night.days + 1)];
    const answer = await client.get(
      `/api/v1/price?visit_type_id=101&room_type_id=11&date_from=${date}&date_to=${next}`,
    );
    if (!answered(place, answer)) return;
    const { amount } = answer.json<{ cs_CZ: { amount: number } }>().cs_CZ;
    const least = (FIRST_PRICE + known * STEP) / 100;
    if (amount < least) complaints.push(`a price of ${amount} after one of ${least} was acknowledged`);
  }
  /** Counts an answer to a read; returns whether it was a success. */
  function answered(place: number, { status, text }: ServedAnswer): boolean {
    reads.answered += 1;
    const isGood = status === 200 && !text.includes('"errors"');
    if (!isGood) reads.failed.push(`${place}: ${status} ${text}`);
    return isGood;
  }
  /** One change after the other, so that each price is higher than all before. */
  async function change(night: PricedNight): Promise<void> {
    const date = dateFromNow(night.days);
    while (!isStopped) {
      const next = night.changes + 1;
      const amountMinor = FIRST_PRICE + next * STEP;
      const input = `{ visitType: "101", priceList: 1, changes: [{ roomType: "11", from: "${date}", to: "${date}", amountMinor: ${amountMinor} }] }`;
      const query = `mutation { result: updateRates(input: ${input}) { __typename ... on InvalidInput { problems { message } } } }`;
      const started = performance.now();
      const client = pick(next);
      const { text } = await write('GraphQL', () => client.graphql(query));
      if (!text.includes('RatesUpdated')) throw new Error(text);
      night.changes = next;
      night.acknowledgedBy.set(client, next);
      await pause(Math.max(0, 1_000 / CHANGES_OF_NIGHT - (performance.now() - started)));
    }
  }
  async function follow(): Promise<void> {
    let after = 'null';
    // Until it has shown what came before the end.
    while (!isStopped || underWay.size > 1 || events.length < acknowledged.size) {
      const query = `{ events(first: 500, after: ${after}) { nodes { id } pageInfo { endCursor } } }`;
      const answer = await pick(0).graphql(query);
      const complaint = complaintOf('GraphQL', answer);
      if (complaint) throw new Error(`events: ${complaint}`);
      if (answer.status === 200) {
        const { events: page } = answer.json<{
          data: { events: { nodes: { id: string }[]; pageInfo: { endCursor: string | null } } };
        }>().data;
        events.push(...page.nodes.map(({ id }) => id));
        if (page.pageInfo.endCursor !== null) after = JSON.stringify(page.pageInfo.endCursor);
        if (page.nodes.length > 0) continue;
      }
      await pause(RETRY_MS);
    }
  }
  const timers = [
    setInterval(() => void track(book()), 1_000 / rates.bookings),
    setInterval(() => void track(read()), 1_000 / rates.reads),
  ];
  for (const night of nights) void track(change(night));
  const following = track(follow());
  return {
    acknowledged,
    booked,
    reads,
    complaints,
    events,
    changed: () => nights.reduce((sum, { changes }) => sum + changes, 0),
    refused: () => refused,
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await following;
    },
  };
}
