/** The state of the service: whether it is alive, and whether it can serve. */
import { probeWrite } from '../../data/bookings.ts';
import type { Database } from '../../data/database/database.ts';
import type { DatabaseClock } from '../../data/database/database-clock.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { deadlineIn, withDeadline } from '../../operations/deadline.ts';
import { utf8 } from '../../operations/utf8.ts';
import type { OpenEndpoint } from '../pages/open-endpoint.ts';
import type { Logger } from '../telemetry/log.ts';

const READY_TIMEOUT_MS = 2_000;

/** Why nothing can be read, or nothing written. */
type Hindrance = 'clock' | 'database' | 'database read-only' | 'draining';

/**
 * `/health`, `/ready` (whether reads are answered) and `/ready/write` (whether bookings and other changes are taken, too).
 * `isDraining`: whether the server is shutting down.
 */
export function stateEndpoints(
  open: OpenEndpoint,
  {
    database,
    databaseClock,
    log,
    isDraining,
  }: { database: Database; databaseClock: DatabaseClock | null; log: Logger; isDraining: () => boolean },
): Endpoint[] {
  const clockHindrance = () => (databaseClock?.isOff() ? 'clock' : null);
  const readiness = (path: string, find: () => Promise<Hindrance | null>) => {
    const findOnce = sharedWhilePending(find);
    return open(path, async () => {
      const reason = isDraining() ? 'draining' : await findOnce();
      return reason === null
        ? state(200, { ready: true, ...(clockHindrance() && { warning: clockHindrance() }) })
        : state(503, { ready: false, reason }, { 'Retry-After': '1' });
    });
  };
  return [
    open('/health', () => state(200, { status: 'alive' })),
    readiness('/ready', () => findReadHindrance(database, log)),
    readiness('/ready/write', async () => (await findWriteHindrance(database, log)) ?? clockHindrance()),
  ];
}

/** Calls while a run is under way share it: strangers cannot multiply its work, and rounds do not queue up behind one that hangs. */
export function sharedWhilePending<T>(run: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () => {
    pending ??= run().finally(() => {
      pending = null;
    });
    return pending;
  };
}

function state(status: number, body: object, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8', ...headers },
    bytes: utf8(JSON.stringify(body)),
  };
}

async function findReadHindrance(database: Database, log: Logger): Promise<'database' | null> {
  try {
    await withDeadline(deadlineIn(READY_TIMEOUT_MS), database.checkReads());
    return null;
  } catch (error) {
    log.warn(error, 'database away');
    return 'database';
  }
}

async function findWriteHindrance(database: Database, log: Logger): Promise<'database' | 'database read-only' | null> {
  try {
    const sqlState = await withDeadline(deadlineIn(READY_TIMEOUT_MS), database.writeRefusal(probeWrite));
    if (sqlState === null) return null;
    log.warn({ sqlState }, 'database read-only');
    return 'database read-only';
  } catch (error) {
    log.warn(error, 'database away');
    return 'database';
  }
}
