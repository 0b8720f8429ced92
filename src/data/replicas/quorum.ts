/**
 * Reads of a cluster whose leader cannot be reached. Where no commit is acknowledged before a second server shows it, all servers but one
 * include one that does, whoever the leader is and whoever is cut off: what they show together is nothing older than what was
 * acknowledged before they were asked (U5). In words of the field: written to two of N servers, read from N - 1.
 */
import type pg from 'pg';
import { destroyConnection } from '../database/silent-server.ts';
import { bool, text } from '../sql/column-types.ts';
import { type Given, onlyRow, queryOn, type Statement, statement } from '../sql/statement.ts';
import { IDENTITY_SQL, readWithProof } from './proven-read.ts';

/** A server that says nothing for so many milliseconds counts as away. */
const SILENCE_TIMEOUT_MS = 2_000;

/**
 * A standby that was restarted shows less than before until it has replayed what it has; then it begins to receive. Asked in a transaction before
 * the statement, whose snapshot is later.
 */
const STATE = statement({
  returns: { identity: text, isWhole: bool },
  sql: () => `
    SELECT ${IDENTITY_SQL} AS identity,
      NOT pg_is_in_recovery() OR pg_last_wal_receive_lsn() IS NOT NULL AS "isWhole"
    FROM pg_control_system()`,
});

export class Quorum {
  readonly #members: readonly pg.Pool[];
  readonly #identity: () => string | null;

  /**
   * @param members all servers of the cluster, the leader included
   * @param identity what they share with the leader, and with no other database; null: not known yet
   */
  constructor(members: readonly pg.Pool[], identity: () => string | null) {
    this.#members = members;
    this.#identity = identity;
  }

  /**
   * Runs a statement on all members; resolves to the rows of all but one as soon as they have answered.
   * @throws an error of a member when two of them do not answer
   */
  ask<Values, Row>(one: Statement<Values, Row>, ...values: Given<Values>): Promise<Row[][]> {
    return allButOne(this.#members.map((member) => this.#askMember(member, one, ...values)));
  }

  /**
   * Reads the catalogue from whoever proves to have reached an epoch of it.
   * @throws Error if nobody does
   */
  async read(query: pg.QueryConfig, knownEpoch: number): Promise<pg.QueryResult> {
    for (const member of this.#members) {
      try {
        await this.#askMember(member, STATE);
        const { proof, result } = await readWithProof(member, query);
        if (proof.epoch >= knownEpoch) return result;
      } catch {
        // The next one may be there.
      }
    }
    throw new Error('no server has the catalogue that is known');
  }

  async #askMember<Values, Row>(
    member: pg.Pool,
    one: Statement<Values, Row>,
    ...values: Given<Values>
  ): Promise<Row[]> {
    const client = await member.connect();
    const tooLate = setTimeout(() => destroyConnection(client), SILENCE_TIMEOUT_MS);
    const [state, rows] = await Promise.allSettled([queryOn(client, STATE), queryOn(client, one, ...values)]);
    clearTimeout(tooLate);
    client.release(state.status === 'rejected' || rows.status === 'rejected');
    if (state.status === 'rejected') throw state.reason;
    if (rows.status === 'rejected') throw rows.reason;
    const { identity, isWhole } = onlyRow(state.value);
    if (identity !== this.#identity()) throw new Error('a server is not of the cluster at DATABASE_URL');
    if (!isWhole) throw new Error('a standby has not replayed yet what it has');
    return rows.value;
  }
}

/** Resolves when all but one have; rejects when that cannot be any more. */
function allButOne<T>(attempts: readonly Promise<T>[]): Promise<T[]> {
  const answers: T[] = [];
  let hasFailed = false;
  return new Promise((resolve, reject) => {
    for (const attempt of attempts) {
      attempt.then(
        (answer) => {
          if (answers.push(answer) >= attempts.length - 1) resolve([...answers]);
        },
        (error) => {
          if (hasFailed) reject(error);
          hasFailed = true;
        },
      );
    }
  });
}
