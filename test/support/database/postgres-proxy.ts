/**
 * A proxy between a gateway and PostgreSQL that fails like networks and servers do, at the worst moment: it stops
 * forwarding, loses a COMMIT or its reply, cuts connections, swallows notifications.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { fieldsOf, MessageReader } from './postgres-messages.ts';

/** What is lost of a COMMIT, together with its connection. */
export type LostCommit = 'request' | 'reply';

/** A proxy that forwards everything until it is set otherwise. */
export interface PostgresProxy {
  /** Address of the same database through the proxy. */
  readonly url: string;
  /** Stops forwarding in both directions until `resume`; connections stay open, new ones are accepted. */
  pause(): void;
  resume(): void;
  /** Loses the next COMMIT of a transaction with a matching statement and cuts its connection; resolves after that. */
  loseNextCommit(what: LostCommit, statement: RegExp): Promise<void>;
  /** The same, but its connection stays open and says nothing any more. */
  swallowNextCommit(what: LostCommit, statement: RegExp): Promise<void>;
  /** Starts or stops swallowing notifications. */
  dropNotifications(drop: boolean): void;
  /** The number of swallowed notifications. */
  readonly dropped: number;
  /** Cuts every connection that sends a matching statement, before the statement; null: stop. */
  cutStatements(pattern: RegExp | null): void;
  /** Resolves at the next cut of a connection for its statement. */
  nextCut(): Promise<void>;
  /** Resolves when a matching statement is next forwarded. */
  nextStatement(pattern: RegExp): Promise<void>;
  /** Resolves when a connection next starts to listen. */
  nextListening(): Promise<void>;
  /** Cuts the connections that listen for notifications. */
  cutListening(): void;
  close(): Promise<void>;
}

const LISTEN = /^LISTEN /;
const BEGIN = /^BEGIN\b/;
const COMMIT = /^COMMIT\b/;
const COMMAND_COMPLETE = 'C';
const NOTIFICATION = 'A';

/** Opens a proxy to the database at `url`. */
export async function openPostgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  const proxied = new URL(url);
  const pairs = new Set<Pair>();
  const waitingForCut: (() => void)[] = [];
  const waitingForListening: (() => void)[] = [];
  let waitingForStatement: { pattern: RegExp; resolve: () => void }[] = [];
  let paused = false;
  let dropped = 0;
  let dropping = false;
  let refused: RegExp | null = null;
  let commit: { what: LostCommit; statement: RegExp; isSwallowed: boolean; lost: () => void } | null = null;

  const losesCommit = (what: LostCommit, pair: Pair): boolean => {
    if (commit?.what !== what || !pair.hasMatched) return false;
    pair.isMute = commit.isSwallowed;
    commit.lost();
    commit = null;
    return true;
  };
  const isCutBefore = (statement: string, pair: Pair): boolean => {
    if (BEGIN.test(statement)) pair.hasMatched = false;
    if (commit?.statement.test(statement)) pair.hasMatched = true;
    if (COMMIT.test(statement) && losesCommit('request', pair)) return true;
    if (!refused?.test(statement)) return false;
    resolveAll(waitingForCut);
    return true;
  };
  const seen = (statement: string): void => {
    const isIt = ({ pattern }: { pattern: RegExp }) => pattern.test(statement);
    for (const { resolve } of waitingForStatement.filter(isIt)) resolve();
    waitingForStatement = waitingForStatement.filter((one) => !isIt(one));
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair: Pair = {
      client,
      upstream,
      listens: false,
      hasMatched: false,
      isMute: false,
      cut: () => [client, upstream].map((one) => one.destroy()),
    };
    pairs.add(pair);
    const statements = statementsIn();
    client.on('data', (chunk) => {
      for (const message of statements.read(chunk)) {
        if (!pair.isMute && message.statement && isCutBefore(message.statement, pair) && !pair.isMute) pair.cut();
        if (pair.isMute || client.destroyed) return;
        pair.listens ||= LISTEN.test(message.statement ?? '');
        upstream.write(message.bytes);
        if (message.statement) seen(message.statement);
      }
    });
    const replies = new MessageReader({ opensUntyped: false });
    upstream.on('data', (chunk) => {
      for (const { type, bytes } of replies.read(chunk)) {
        if (type === NOTIFICATION && dropping) {
          dropped += 1;
          continue;
        }
        const done = type === COMMAND_COMPLETE ? fieldsOf(bytes)[0] : null;
        if (done === 'COMMIT' && losesCommit('reply', pair) && !pair.isMute) pair.cut();
        if (pair.isMute || client.destroyed) return;
        client.write(bytes);
        if (done === 'LISTEN') resolveAll(waitingForListening);
      }
    });
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', pair.cut).on('close', () => {
        if (pair.isMute && !client.destroyed) return;
        pair.cut();
        pairs.delete(pair);
      });
      if (paused) socket.pause();
    }
  });
  proxied.port = String(await portOf(server));
  const sockets = () => [...pairs].flatMap(({ client, upstream }) => [client, upstream]);
  return {
    url: proxied.href,
    pause() {
      paused = true;
      for (const socket of sockets()) socket.pause();
    },
    resume() {
      paused = false;
      for (const socket of sockets()) socket.resume();
    },
    loseNextCommit: (what, statement) =>
      new Promise((lost) => {
        commit = { what, statement, isSwallowed: false, lost };
      }),
    swallowNextCommit: (what, statement) =>
      new Promise((lost) => {
        commit = { what, statement, isSwallowed: true, lost };
      }),
    get dropped() {
      return dropped;
    },
    dropNotifications(drop) {
      dropping = drop;
    },
    cutStatements(pattern) {
      refused = pattern;
    },
    nextCut: () => new Promise((resolve) => waitingForCut.push(resolve)),
    nextStatement: (pattern) => new Promise((resolve) => waitingForStatement.push({ pattern, resolve })),
    nextListening: () => new Promise((resolve) => waitingForListening.push(resolve)),
    cutListening() {
      for (const pair of pairs) if (pair.listens) pair.cut();
    },
    async close() {
      for (const pair of pairs) pair.cut();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** A gateway's connection and its counterpart at the server. */
interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  listens: boolean;
  /** Whether its transaction had a statement like the one whose COMMIT is to be lost. */
  hasMatched: boolean;
  /** Whether nothing is forwarded any more, also that one side has closed. */
  isMute: boolean;
  cut(): unknown;
}

function resolveAll(waiting: (() => void)[]): void {
  for (const resolve of waiting.splice(0)) resolve();
}

/** Reads what a client sends; messages that run a statement come with its text, prepared ones included. */
function statementsIn(): { read(chunk: Buffer): { bytes: Buffer; statement: string | null }[] } {
  const reader = new MessageReader({ opensUntyped: true });
  const prepared = new Map<string, string>();
  const statementOf = (type: string, bytes: Buffer): string | null => {
    const [first = '', second = ''] = type === 'Q' || type === 'P' || type === 'B' ? fieldsOf(bytes) : [];
    if (type === 'P') prepared.set(first, second);
    if (type === 'B') return prepared.get(second) ?? null;
    return type === 'Q' ? first : null;
  };
  return {
    read: (chunk) => reader.read(chunk).map(({ type, bytes }) => ({ bytes, statement: statementOf(type, bytes) })),
  };
}

/** Listens; returns the port. */
function portOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
