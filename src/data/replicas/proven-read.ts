/**
 * Reads from a standby with proof of their age. The statement and the query for the server's catalogue epoch use one snapshot
 * of one server, whatever lies in between. Both are sent at once, so the proof adds no round trip.
 */

import type pg from 'pg';
import { classifyDatabaseFailure, redactRowValues } from '../database/database-failures.ts';
import { destroyConnection } from '../database/silent-server.ts';
import { bool, int8 } from '../sql/column-types.ts';
import { onlyRow, queryOn, statement } from '../sql/statement.ts';

/** SQL: what a database shares with its physical copies, and with no other database. It reads from `pg_control_system()`. */
export const IDENTITY_SQL = "system_identifier::text || '/' || current_database()";

/** What a server reported in the snapshot of a read. */
export interface Proof {
  /** The epoch of the catalogue. */
  readonly epoch: number;
  /** Whether it follows another server, and so cannot have commits of its own. */
  readonly isStandby: boolean;
}

/** In ms, for a statement; then for a server that does not even report the timeout. */
const STATEMENT_TIMEOUT_MS = 3_000;
const SILENCE_TIMEOUT_MS = 4_000;

/** An abandoned statement must end at the server, too: a standby may pause replay for what a running statement could see. */
const BEGIN_READ_ONLY = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`;
const PROVE = statement({
  returns: { epoch: int8, isStandby: bool },
  sql: () => `
    SELECT coalesce((SELECT value FROM epoch WHERE scope = 'catalogue'), 0) AS epoch, pg_is_in_recovery() AS "isStandby"`,
});

/** The statement itself failed, which says nothing against the server. */
export class StatementFailed extends Error {
  override readonly name = 'StatementFailed';
}

/**
 * Runs a statement together with its proof.
 * @throws StatementFailed when only the statement failed; any other error: the server is unusable for now
 */
export async function readWithProof(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<{ proof: Proof; result: pg.QueryResult }> {
  const client = await pool.connect();
  const tooLate = setTimeout(() => destroyConnection(client), SILENCE_TIMEOUT_MS);
  const [begun, proven, answered, ended] = await Promise.allSettled([
    client.query(BEGIN_READ_ONLY),
    queryOn(client, PROVE),
    client.query(statement),
    client.query('COMMIT'),
  ]);
  clearTimeout(tooLate);
  const failed = [begun, proven, ended].find(({ status }) => status === 'rejected');
  client.release(failed !== undefined || answered.status === 'rejected');
  if (begun.status === 'rejected') throw begun.reason;
  if (proven.status === 'rejected') throw proven.reason;
  if (answered.status === 'rejected') {
    const isOfServer = classifyDatabaseFailure(answered.reason) === 'unavailable';
    throw isOfServer ? answered.reason : new StatementFailed((redactRowValues(answered.reason) as Error).message);
  }
  if (ended.status === 'rejected') throw ended.reason;
  const proof = onlyRow(proven.value);
  return { proof, result: answered.value };
}
