/**
 * A page after an update of the prices of one of its visit types: processor time without a response cache, which computes the
 * whole page, and with one, which computes the records that changed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { raiseEpochs } from '../../src/data/cache/raise-epochs.ts';
import { type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import type { Field } from '../field.ts';
import type { Settings } from '../settings.ts';
import { contentOf, send } from './ask.ts';
import type { Contestant } from './contestant.ts';

/** The pages that list visit types, or hotels with their from-prices. */
const PAGES = ['G1', 'R1', 'R4'];
/** The kernel counts processor time in 10 ms. */
const UPDATES_PER_ROUND = 40;
/** For the notification. */
const PAUSE_MS = 50;

/** Processor time of a page in milliseconds; null: not known. */
export interface UpdatedPage {
  readonly database: PreparedDatabase['name'];
  readonly workload: string;
  readonly storeOffMs: number | null;
  readonly storeOnMs: number | null;
}

/** Measures the pages of a field, each page once after every update, by one client. */
export async function pagesAfterUpdates(
  { database, gateways, workloads }: Field,
  settings: Settings,
): Promise<UpdatedPage[]> {
  return withDatabase(database.url, async ({ prisma }) => {
    const measured: UpdatedPage[] = [];
    for (const { id, asks } of workloads.filter((one) => PAGES.includes(one.id))) {
      const [ask] = asks as [(typeof asks)[number]];
      const visitTypes = await shownVisitTypes(id, contentOf(ask, await send(gateways[0].url, ask)));
      const update = async (count: number) => {
        const number = visitTypes[count % visitTypes.length]!;
        await prisma.$transaction((tx) => raiseEpochs(tx, [`rates:${number}`]));
        await wait(PAUSE_MS);
        for (const { url } of gateways) contentOf(ask, await send(url, ask));
      };
      const updates = settings.rounds * UPDATES_PER_ROUND;
      // The first ones warm up what is compiled: the whole page is warm from its own race.
      for (let count = 0; count < UPDATES_PER_ROUND * 2; count += 1) await update(count);
      const before = await cpuOf(gateways);
      for (let count = 0; count < updates; count += 1) await update(count);
      const after = await cpuOf(gateways);
      const [storeOffMs, storeOnMs] = after.map((micros, index) =>
        micros === null || before[index] == null ? null : (micros - before[index]) / updates / 1_000,
      );
      measured.push({ database: database.name, workload: id, storeOffMs: storeOffMs!, storeOnMs: storeOnMs! });
    }
    return measured;

    /** Numbers of visit types whose prices the page shows. */
    async function shownVisitTypes(id: string, content: unknown): Promise<readonly number[]> {
      if (id === 'R1') return (content as { id: number }[]).map((record) => record.id);
      if (id === 'G1') {
        const { data } = content as { data: { visitTypes: { nodes: { number: number }[] } } };
        return data.visitTypes.nodes.map(({ number }) => number);
      }
      const hotelNumber = { in: (content as { data: { id: number }[] }).data.map((record) => record.id) };
      const sold = await prisma.visitTypeHotel.findMany({ where: { hotelNumber }, distinct: ['visitTypeNumber'] });
      return sold.map(({ visitTypeNumber }) => visitTypeNumber);
    }
  });
}

function cpuOf(gateways: readonly Contestant[]): Promise<(number | null)[]> {
  return Promise.all(gateways.map((gateway) => gateway.cpuMicros()));
}
