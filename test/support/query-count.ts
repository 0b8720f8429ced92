/** Counts the SQL statements that reach PostgreSQL. */
import pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/** Statements that belong to no request: epochs are read in the background, new connections are set up. */
const BACKGROUND = /"epoch"|^LISTEN|^SET |^(BEGIN|COMMIT|ROLLBACK)\b/;

/** The statements sent while `work` runs, in their order. Not for tests that run at the same time in one process. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function counted(this: unknown, ...args: unknown[]) {
    const [query] = args;
    const text = typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '');
    if (!BACKGROUND.test(text)) statements.push(text);
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return statements;
}
