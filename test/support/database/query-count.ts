/** Counts the SQL statements that reach PostgreSQL. */
import pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/** Statements outside any request: reads of epochs, setup of connections, what publishes and delivers events, sweeps. */
const BACKGROUND =
  /FROM epoch\b|^LISTEN|^SET |^(BEGIN|COMMIT|ROLLBACK)\b|FROM booking_event WHERE position IS NULL|(FROM|UPDATE) delivery\b|advisory_xact_lock\(7355002\)|^\s*WITH due AS/;

/** The statements sent while `work` runs, in order. Not for concurrent tests in one process. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  await listen(work, ({ text }) => {
    if (!BACKGROUND.test(text)) statements.push(text);
  });
  return statements;
}

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The same with their values. */
export async function sentDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  await listen(work, ({ text, values }) => {
    if (!BACKGROUND.test(text)) sent.push({ text, values });
  });
  return sent;
}

/** How often transactions of `work` send something while nothing sent before is unanswered. */
export async function waitsDuring(work: () => Promise<unknown>): Promise<number> {
  let waits = 0;
  /** The number of unanswered statements of each open transaction, by connection. */
  const transactions = new Map<unknown, { unanswered: number }>();
  await listen(work, ({ text, client, answered }) => {
    if (text.startsWith('BEGIN')) transactions.set(client, { unanswered: 0 });
    const transaction = transactions.get(client);
    if (!transaction) return;
    if (transaction.unanswered === 0) waits++;
    transaction.unanswered++;
    const landed = () => {
      transaction.unanswered--;
    };
    answered.then(landed, landed);
    if (/^(COMMIT|ROLLBACK)\b/.test(text)) transactions.delete(client);
  });
  return waits;
}

/** What was sent, on which connection, and the promise of its answer. */
interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly client: unknown;
  readonly answered: Promise<unknown>;
}

async function listen(work: () => Promise<unknown>, hear: (sent: Sent) => void): Promise<void> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function heard(this: unknown, ...args: unknown[]) {
    const [query] = args;
    const text = typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '');
    const values = Array.isArray(args[1]) ? args[1] : ((query as { values?: unknown[] } | null)?.values ?? []);
    const answer = original.apply(this, args);
    hear({ text, values, client: this, answered: Promise.resolve(answer) });
    return answer;
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
}
