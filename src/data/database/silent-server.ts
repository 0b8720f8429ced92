/**
 * Detects a database server that has gone silent, because its machine or the network is gone without closing connections. To a
 * socket it looks like a server that thinks for a long time, and a caller would wait for the better part of an hour. So once a
 * connection has been in use for a while, a trivial query is sent over a new one. If no answer comes, the connections in use
 * are cut and their queries fail as lost. A server that is merely slow does answer. A pooler lets the query wait while all its connections to the
 * server are busy: then it is not silent if it takes the new connection, and the server answers past it.
 */
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** How long a connection is in use before the first check, and the interval of checks. */
const SILENCE_CHECK_INTERVAL_MS = 2_000;
/** Answers are awaited in this many short waits, so that a busy process gets to read what has already arrived. */
const PROBE_WAITS = 20;
const PROBE_WAIT_MS = 250;

interface Watched {
  readonly url: string;
  /** Leads past a pooler. */
  readonly directUrl?: string | null | undefined;
}

/** Watches the connections of a pool until the returned function is called. */
export function watchForSilence(pool: pg.Pool, watched: Watched): () => void {
  /** When each connection in use was taken, by `performance.now()`. */
  const inUse = new Map<pg.PoolClient, number>();
  let isAsking = false;
  pool.on('acquire', (client) => inUse.set(client, performance.now()));
  pool.on('release', (_error, client) => inUse.delete(client));
  const timer = setInterval(async () => {
    const longAgo = performance.now() - SILENCE_CHECK_INTERVAL_MS;
    const suspects = [...inUse].filter(([, since]) => since < longAgo);
    if (isAsking || suspects.length === 0) return;
    isAsking = true;
    const isSilent = !(await isResponding(watched));
    isAsking = false;
    if (isSilent) for (const [client, since] of suspects) if (inUse.get(client) === since) destroyConnection(client);
  }, SILENCE_CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether the server answers in time. */
async function isResponding({ url, directUrl }: Watched): Promise<boolean> {
  const asked = ask(url);
  const past = directUrl ? ask(directUrl) : null;
  // Behind a pooler only the server itself counts: a network without a way to it answers as well.
  const isDone = () => asked.isAnswered || (past !== null && asked.isConnected && past.isServers);
  for (let wait = 0; wait < PROBE_WAITS && !isDone(); wait++) await pause(PROBE_WAIT_MS, undefined, { ref: false });
  const isInTime = isDone();
  for (const one of [asked, past]) if (one) destroyConnection(one.client);
  return isInTime;
}

interface Question {
  readonly client: pg.Client;
  readonly isConnected: boolean;
  readonly isAnswered: boolean;
  /** Whether it was the server that has answered. */
  readonly isServers: boolean;
}

/** What its machine says while the server does not run. */
const REFUSALS: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET']);

/** Asks over a new connection; a refusal is an answer, too. */
function ask(url: string): Question {
  const client = new pg.Client({ connectionString: url });
  const question = { client, isConnected: false, isAnswered: false, isServers: false };
  const done = (failure: unknown) => {
    question.isAnswered = true;
    const isFailure = failure instanceof Error;
    question.isServers ||=
      !isFailure || failure instanceof pg.DatabaseError || REFUSALS.has((failure as NodeJS.ErrnoException).code);
  };
  client.on('error', done);
  client
    .connect()
    .then(() => {
      question.isConnected = true;
      return client.query("SELECT 'answering'");
    })
    .then(done, done);
  return question;
}

/**
 * Cuts a connection; whatever runs over it fails as lost. A proper close would wait for a silent server or for the running
 * statement.
 */
export function destroyConnection(client: pg.ClientBase): void {
  streamOf(client).destroy();
}

/** The socket of a connection, which the driver's types hide. */
export function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}
