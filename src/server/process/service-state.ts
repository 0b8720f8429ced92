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

/** `/health` and `/ready`. `isDraining`: whether the server is shutting down. */
export function stateEndpoints(
  open: OpenEndpoint,
  {
    database,
    databaseClock,
    log,
    isDraining,
  }: { database: Database; databaseClock: DatabaseClock | null; log: Logger; isDraining: () => boolean },
): Endpoint[] {
  let probe: ReturnType<typeof findDatabaseProblem> | null = null;
  /** Whoever asks meanwhile gets the answer of the same probe, so that strangers cannot multiply its work. */
  const findProblem = () => {
    probe ??= findDatabaseProblem(database, log).finally(() => {
      probe = null;
    });
    return probe;
  };
  return [
    open('/health', () => state(200, { status: 'alive' })),
    open('/ready', async () => {
      const reason = isDraining() ? 'draining' : await findProblem();
      return reason === null
        ? state(200, { ready: true, ...(databaseClock?.isOff() && { writes: false, reason: 'clock' }) })
        : state(503, { ready: false, reason }, { 'Retry-After': '1' });
    }),
  ];
}

function state(status: number, body: object, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8', ...headers },
    bytes: utf8(JSON.stringify(body)),
  };
}

/** Why the database is unusable; null: it is usable. */
async function findDatabaseProblem(database: Database, log: Logger): Promise<'database' | 'database read-only' | null> {
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
