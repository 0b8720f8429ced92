/** Starts and controls the process of the bare SQL (`contestants/bare-sql.ts`). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PEPPER, type PreparedDatabase } from '../catalogues/databases.ts';
import type { Subject } from '../catalogues/subjects.ts';
import type { Measurement } from '../races/load.ts';
import { programPath, RUN_TYPESCRIPT } from '../run-typescript.ts';

/** Simulate `clients` clients over the first `targets` subjects. */
export interface BareSqlCommand {
  readonly targets: number;
  readonly clients: number;
  readonly seconds: number;
}

export type BareSqlReply = { statements: number } | { measurement: Measurement } | { error: string };

export interface BareSql {
  /** Statements of one booking, including BEGIN and COMMIT. */
  readonly statements: number;
  run(command: BareSqlCommand): Promise<Measurement>;
  stop(): Promise<void>;
}

/** Starts the process and lets it record a booking of each subject. */
export async function startBareSql(database: PreparedDatabase, subjects: readonly Subject[]): Promise<BareSql> {
  const { PATH, HOME } = process.env;
  const child = fork(programPath('contestants/bare-sql.ts'), [JSON.stringify(subjects)], {
    execArgv: [...RUN_TYPESCRIPT],
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      API_KEY_PEPPER: PEPPER,
      BENCH_KEY: database.key,
    },
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const closed = once(child, 'close');
  const next = async (): Promise<BareSqlReply> => {
    const ended = closed.then(([code]) => {
      throw new Error(`the bare SQL ended with ${code}`);
    });
    const [reply] = (await Promise.race([once(child, 'message'), ended])) as [BareSqlReply];
    if ('error' in reply) throw new Error(`the bare SQL failed: ${reply.error}`);
    return reply;
  };
  const ready = await next();
  if (!('statements' in ready)) throw new Error('the bare SQL spoke out of turn');
  return {
    statements: ready.statements,
    async run(command) {
      child.send(command);
      const reply = await next();
      if (!('measurement' in reply)) throw new Error('the bare SQL spoke out of turn');
      return reply.measurement;
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
      process.off('exit', endWithUs);
    },
  };
}
