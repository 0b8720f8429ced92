/**
 * Two gateways over one primary: one that may read the catalogue from its standby, and one that reads only the primary
 * and so defines the expected answers. Catalogues are imported over the second, and both are notified.
 */

import { expect } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import type { ReplicaState } from '../../../src/data/replicas/replicas.ts';
import { bindingBody } from '../booking/booking-body.ts';
import {
  askNumbered,
  importNumbered,
  NUMBERED_QUESTIONS,
  NUMBERED_TODAY,
  numbersOfPrice,
  priceOf,
} from '../catalogue/numbered-catalogue.ts';
import { readRaised } from '../database/raised-epochs.ts';
import type { ReplicatedPostgres } from '../database/standby.ts';
import { until } from '../requests/until.ts';
import { startGateway, type TestGateway } from './gateway.ts';

export interface ReplicatedGateways {
  readonly replicated: TestGateway;
  readonly plain: TestGateway;
  /** A key with all scopes. */
  readonly key: string;
  /** The reported changes of replicas. */
  readonly changes: { index: number; away: boolean; reason: string | null }[];
  /** The number of the catalogue that was imported last. */
  readonly number: number;
  /** Imports the next catalogue; resolves to its number when both gateways and `others` have been notified. */
  importNext(...others: TestGateway[]): Promise<number>;
  /** The state of a gateway's only replica. */
  stateOf(gateway?: TestGateway): ReplicaState;
  untilCaughtUp(gateway?: TestGateway): Promise<void>;
  /** Asks everything, and expects the answers of the plain gateway, with the last catalogue's number in them. */
  expectSameAnswers(gateway?: TestGateway): Promise<void>;
  /** Books a night through the first gateway. */
  book(idempotencyKey: string): ReturnType<TestGateway['inject']>;
  /** Another gateway over the primary and these replicas; the caller closes it. */
  open(replicaUrls: readonly string[]): Promise<TestGateway>;
  close(): Promise<void>;
}

/** Catalogue numbers are never reused between gateways. */
let lastNumber = 0;

/** Opens both, with their own catalogue. */
export async function openReplicatedGateways(servers: ReplicatedPostgres): Promise<ReplicatedGateways> {
  const changes: ReplicatedGateways['changes'] = [];
  const open: ReplicatedGateways['open'] = async (replicaUrls) => {
    const database = await openDatabase(
      { kind: 'postgresql', url: servers.url, poolSize: 4, replicaUrls },
      { onReplicaChange: (change) => changes.push(change) },
    );
    // Rows and prices are cached; cached responses would hide how those are read.
    const config = { responseStoreMb: 0 };
    return startGateway({ today: NUMBERED_TODAY, database: { ...database, url: servers.url }, config });
  };
  const replicated = await open([servers.standbyUrl]);
  const plain = await open([]);
  const stateOf = (gateway = replicated) => gateway.database.replicas()[0]!;
  const importNext = async (...others: TestGateway[]) => {
    lastNumber += 1;
    await importNumbered(plain.database, lastNumber);
    const epochs = await readRaised(plain.database);
    for (const gateway of [plain, replicated, ...others]) gateway.epochs.observe(epochs);
    return lastNumber;
  };
  await importNext();
  const key = await plain.key();
  await importNext();
  return {
    replicated,
    plain,
    key,
    changes,
    get number() {
      return lastNumber;
    },
    importNext,
    stateOf,
    async untilCaughtUp(gateway) {
      await until(
        async () => stateOf(gateway),
        ({ caughtUp }) => caughtUp,
      );
    },
    async expectSameAnswers(gateway = replicated) {
      for (const url of NUMBERED_QUESTIONS) {
        const answer = await askNumbered(gateway, key, url);
        expect([url, answer]).toEqual([url, await askNumbered(plain, key, url)]);
        if (url === priceOf(101)) expect(numbersOfPrice(answer.body)).toEqual([lastNumber, lastNumber]);
        if (url === '/api/v1/destinations') expect(answer.body).toMatchObject([{ name: { en: `No. ${lastNumber}` } }]);
      }
    },
    book: (idempotencyKey) =>
      replicated.inject({
        method: 'POST',
        url: '/api/v1/booking',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey },
        payload: bindingBody({ date_from: '2027-03-01', date_to: '2027-03-02' }),
      }),
    open,
    async close() {
      await replicated.close();
      await plain.close();
    },
  };
}
