/**
 * A page after an update of the prices of one of its visit types: processor time without a response cache, which computes the
 * whole page, and with one, which computes the records that changed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { raiseEpochs } from '../../src/data/cache/raise-epochs.ts';
import { type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import type { Field } from '../field.ts';
import type { Settings } from '../settings.ts';
import { type Ask, contentOf, send } from './ask.ts';
import type { Contestant } from './contestant.ts';

/** The pages that list visit types, or hotels with their from-prices. */
const PAGES = ['G1', 'R1', 'R4'];
const UPDATES_PER_ROUND = 40;
/** For the notification. */
const PAUSE_MS = 50;

export interface UpdatedPage {
  readonly database: PreparedDatabase['name'];
  readonly workload: string;
  /** Processor time in milliseconds for what was asked after an update, by gateway; null: not known. */
  readonly ms: readonly (number | null)[];
}

/** Measures the pages of a field, each page after every update, by one client or by several at once. */
export async function pagesAfterUpdates(
  { database, gateways, workloads }: Pick<Field, 'database' | 'workloads'> & { gateways: readonly Contestant[] },
  settings: Settings,
  {
    pages = PAGES,
    clients = 1,
    updatesPerRound = UPDATES_PER_ROUND,
  }: { pages?: readonly string[]; clients?: number; updatesPerRound?: number } = {},
): Promise<UpdatedPage[]> {
  return withDatabase(database.url, async ({ prisma }) => {
    const measured: UpdatedPage[] = [];
    for (const { id, asks, shows } of workloads.filter((one) => pages.includes(one.id))) {
      const [ask] = asks as [(typeof asks)[number]];
      const visitTypes = shows ?? (await shownVisitTypes(ask, contentOf(ask, await send(gateways[0]!.url, ask))));
      const update = async (count: number) => {
        const number = visitTypes[count % visitTypes.length]!;
        await prisma.$transaction((tx) => raiseEpochs(tx, [`rates:${number}`]));
        await wait(PAUSE_MS);
        for (const { url } of gateways)
          await Promise.all(Array.from({ length: clients }, (_, client) => read(url, asks[client % asks.length]!)));
      };
      const updates = settings.rounds * updatesPerRound;
      // The first ones warm up what is compiled: the whole page is warm from its own race.
      for (let count = 0; count < updatesPerRound * 2; count += 1) await update(count);
      const before = await cpuOf(gateways);
      for (let count = 0; count < updates; count += 1) await update(count);
      const after = await cpuOf(gateways);
      const ms = after.map((micros, index) =>
        micros === null || before[index] == null ? null : (micros - before[index]) / updates / 1_000,
      );
      measured.push({ database: database.name, workload: id, ms });
    }
    return measured;

    /** Numbers of visit types whose prices the page shows. */
    async function shownVisitTypes({ path }: Ask, content: unknown): Promise<readonly number[]> {
      if (Array.isArray(content)) return (content as { id: number }[]).map((record) => record.id);
      if (path === '/graphql') {
        const { data } = content as { data: { visitTypes: { nodes: { number: number }[] } } };
        return data.visitTypes.nodes.map(({ number }) => number);
      }
      const hotelNumber = { in: (content as { data: { id: number }[] }).data.map((record) => record.id) };
      const sold = await prisma.visitTypeHotel.findMany({ where: { hotelNumber }, distinct: ['visitTypeNumber'] });
      return sold.map(({ visitTypeNumber }) => visitTypeNumber);
    }
  });
}

async function read(url: string, ask: Ask): Promise<void> {
  contentOf(ask, await send(url, ask));
}

function cpuOf(gateways: readonly Contestant[]): Promise<(number | null)[]> {
  return Promise.all(gateways.map((gateway) => gateway.cpuMicros()));
}
