/** Updates of prices and rooms: their requests, and clients that send them. Each one changes something. */
import { createRandomNumbers } from '../../src/catalogue/generate/random-numbers.ts';
import { formatDay } from '../../src/domain/time/civil-date.ts';
import type { PreparedDatabase } from '../catalogues/databases.ts';
import { type Ask, contentOf, operation, send, withHeaders } from '../races/ask.ts';
import type { LivingSubjects } from './subjects.ts';

const UPDATE_RATES = `
  mutation UpdateRates($input: UpdateRatesInput!) {
    updateRates(input: $input) { __typename ... on RatesUpdated { nights } ... on InvalidInput { problems { path message } } }
  }`;
const UPDATE_INVENTORY = `
  mutation UpdateInventory($input: UpdateInventoryInput!) {
    updateInventory(input: $input) {
      __typename ... on InventoryUpdated { nights unchanged } ... on InvalidInput { problems { path message } }
    }
  }`;

/** Yields updates without an end. */
export type Updates = () => Ask;

const LEAST_MINOR = 100_000;
const UNITS = 20;

/** Prices of 30 nights of a random room, each time another amount. */
export function rateUpdates(database: PreparedDatabase, subjects: LivingSubjects): Updates {
  const random = createRandomNumbers('rate updates');
  let amountMinor = LEAST_MINOR;
  return () => {
    const { visitType, priceList, roomType } = random.pick(subjects.pricedRooms);
    amountMinor += 100;
    const change = { roomType: String(roomType), ...updatedRange(subjects), amountMinor, confirm: true };
    return mutation(database, UPDATE_RATES, { visitType: String(visitType), priceList, changes: [change] });
  };
}

/** Units of 30 nights of a random room, each time others than before. */
export function inventoryUpdates(database: PreparedDatabase, subjects: LivingSubjects): Updates {
  const random = createRandomNumbers('inventory updates');
  const turns = new Map<number, number>();
  return () => {
    const { roomType, sold } = random.pick(subjects.stockedRooms);
    const turn = turns.get(roomType) ?? 0;
    turns.set(roomType, turn + 1);
    const change = { roomType: String(roomType), ...updatedRange(subjects), units: sold + (turn % UNITS) };
    return mutation(database, UPDATE_INVENTORY, { changes: [change] });
  };
}

/** Units of the same nights of several rooms, each time others. */
export function stockUpdates(
  database: PreparedDatabase,
  { roomTypes, from, to, units }: { roomTypes: readonly number[]; from: string; to: string; units: () => number },
): Updates {
  return () => {
    const now = units();
    const changes = roomTypes.map((roomType) => ({ roomType: String(roomType), from, to, units: now }));
    return mutation(database, UPDATE_INVENTORY, { changes });
  };
}

function updatedRange({ updated }: LivingSubjects): { from: string; to: string } {
  return { from: formatDay(updated.from), to: formatDay(updated.to) };
}

function mutation({ key }: PreparedDatabase, query: string, input: object): Ask {
  return withHeaders(operation(query, { input }), { authorization: `Bearer ${key}` });
}

/** Sends an update. @throws Error when it was refused */
export async function update(url: string, ask: Ask): Promise<void> {
  const { data } = contentOf(ask, await send(url, ask)) as { data: Record<string, { __typename: string }> };
  const [outcome] = Object.values(data);
  if (!outcome!.__typename.endsWith('Updated')) throw new Error(`an update was refused: ${JSON.stringify(outcome)}`);
}

/** Sends updates at a fixed rate, whether or not earlier ones were answered, until it is stopped. */
export function updateSteadily(
  url: string,
  { updates, perSecond }: { updates: Updates; perSecond: number },
): { stop(): Promise<{ made: number }> } {
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  const timer = setInterval(() => {
    // A late timer is made up for.
    while (sent.length < ((performance.now() - begun) * perSecond) / 1_000) {
      const sending = update(url, updates());
      // Reported by `stop`.
      sending.catch(() => {});
      sent.push(sending);
    }
  }, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(sent);
      return { made: sent.length };
    },
  };
}
