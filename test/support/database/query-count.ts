/** Counts the SQL statements that reach PostgreSQL. */
import pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/** Statements outside any request, each as a gateway sends it at some time: a test may run when one of them is due. */
const BACKGROUND = [
  // Reads of epochs, questions whether notifications still arrive, and the setup of connections.
  /FROM epoch\b|^SELECT 'listening'|^LISTEN|^SET |^(BEGIN|COMMIT|ROLLBACK)\b/,
  // What a server is asked of which a statement has had no answer for two seconds.
  /^SELECT 'answering'$/,
  // The size of the catalogue, which is read when its structure may be another one than before.
  /SELECT NULL::int AS destination,/,
  // Events are published and delivered.
  /FROM booking_event WHERE position IS NULL|(FROM|UPDATE) delivery\b|advisory_xact_lock\(735500[23]\b/,
  // Sweeps.
  /^\s*WITH due AS|\bsearch IS NULL|SET search = f\.search/,
];
/** The uses of keys are written once a minute. */
const USES_OF_KEYS = /UPDATE api_key SET last_used_at/;

/** The statements sent while `work` runs, in order. Not for concurrent tests in one process. */
export async function statementsOf(
  work: () => Promise<unknown>,
  options?: { readonly withUsesOfKeys?: boolean },
): Promise<string[]> {
  return (await sentDuring(work, options)).map(({ text }) => text);
}

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The same with their values. */
export async function sentDuring(
  work: () => Promise<unknown>,
  { withUsesOfKeys = false }: { readonly withUsesOfKeys?: boolean } = {},
): Promise<SentStatement[]> {
  const left = withUsesOfKeys ? BACKGROUND : [...BACKGROUND, USES_OF_KEYS];
  const sent: SentStatement[] = [];
  await listen(work, ({ text, values }) => {
    if (!left.some((pattern) => pattern.test(text))) sent.push({ text, values });
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
