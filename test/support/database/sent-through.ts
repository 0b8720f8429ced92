/** A database that shows its statements to a test: it may watch them, delay them, or change what is answered. */
import type { Database } from '../../../src/data/database/database.ts';
import type { SqlTransaction } from '../../../src/data/database/sql-transactions.ts';

type Send = SqlTransaction['query'];

/** @param through called for each transaction; the statements of the transaction are sent by what it makes of `send` */
export function sentThrough(database: Database, through: (send: Send) => Send): Database {
  return {
    ...database,
    transact: (work, timeouts) =>
      database.transact((sql) => work({ query: through(sql.query), finish: through(sql.finish) }), timeouts),
  };
}
