/**
 * The queue of deliveries. Queues made for this (pg-boss, graphile-worker) need a newer Node.js than ours, so it is a table: a process
 * claims what is due, which moves it to a later time, and says what came of it. It holds no transaction meanwhile, and what a process
 * that dies has claimed is due again at that time. It never calls `finish`: that a small write succeeds does not say that bookings
 * can be written.
 */
import type { Database } from '../database/database.ts';
import type { TransactionTimeouts } from '../database/sql-transactions.ts';
import type { Recipients } from './recipients.ts';

/** A claimed delivery. */
export interface ClaimedDelivery {
  /** An integer. */
  readonly id: string;
  readonly recipient: string;
  /** The client that shares are counted for (A9). */
  readonly owner: string;
  readonly eventSequence: string;
  /** Tries including this one. */
  readonly attempts: number;
}

/** The outcome of a try: it has ended, or is due again. */
export type DeliveryResult = { readonly outcome: string } & (
  | { readonly state: 'DONE' | 'FAILED'; readonly at: number }
  | { readonly state: 'PENDING'; readonly dueAt: number }
);

/** In milliseconds since 1970, like every instant here. */
const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

const TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 10_000,
  transactionMs: 20_000,
  connectionMs: undefined,
};

/** Claims of one kind take turns over all processes, so each sees what the one before has left. */
const TAKE_TURN = `SELECT pg_advisory_xact_lock(7355003, hashtext($1))::text AS locked`;

/**
 * $1: kind, $2: now, $3: when they are due again, $4: how many, $5: how many of one recipient, less those in $6, a recipient for each
 * delivery that this process has claimed, $7: how many of one owner, less those in $8, an owner for each of them. It looks up each
 * recipient instead of every delivery that waits, so it takes no longer when one of them has a thousand. Every owner gets its first
 * before any gets its second (A9); which owner begins, and of an owner which recipient, is random, so none is always the last.
 */
const claimSql = ({ ownerSql }: Pick<Recipients, 'ownerSql'>): string => `
  WITH RECURSIVE waiting AS (
    (SELECT recipient FROM delivery WHERE kind = $1 AND state = 'PENDING' ORDER BY recipient LIMIT 1)
    UNION ALL
    SELECT (SELECT d.recipient FROM delivery AS d WHERE d.kind = $1 AND d.state = 'PENDING' AND d.recipient > w.recipient
      ORDER BY d.recipient LIMIT 1) FROM waiting AS w WHERE w.recipient IS NOT NULL),
  due AS MATERIALIZED (
    SELECT d.id, d.place, ${ownerSql('d')} AS owner FROM waiting AS w CROSS JOIN LATERAL (
      SELECT id, endpoint_id, event_sequence, row_number() OVER (ORDER BY due_at, id) AS place FROM delivery
      WHERE kind = $1 AND state = 'PENDING' AND recipient = w.recipient AND due_at <= $2::timestamptz ORDER BY due_at, id
      LIMIT greatest(0, $5::int - (SELECT count(*) FROM unnest($6::text[]) AS busy(recipient) WHERE busy.recipient = w.recipient))) AS d
    WHERE w.recipient IS NOT NULL),
  in_turn AS MATERIALIZED (
    SELECT id, owner, row_number() OVER (PARTITION BY owner ORDER BY place, random())
      + (SELECT count(*) FROM unnest($8::text[]) AS busy(owner) WHERE busy.owner = due.owner) AS turn FROM due),
  picked AS MATERIALIZED (
    SELECT d.id, t.owner FROM (SELECT * FROM in_turn WHERE turn <= $7::int ORDER BY turn, random() LIMIT $4::int) AS t
      JOIN delivery AS d ON d.id = t.id WHERE d.state = 'PENDING' AND d.due_at <= $2::timestamptz FOR UPDATE OF d SKIP LOCKED)
  UPDATE delivery AS d SET attempts = d.attempts + 1, attempted_at = $2::timestamptz, due_at = $3::timestamptz
  FROM picked WHERE d.id = picked.id
  RETURNING d.id::text AS id, d.recipient, picked.owner, d.event_sequence::text AS "eventSequence", d.attempts`;

/** How many deliveries of a kind a process makes at the same time. */
export interface DeliveryShares {
  readonly most: number;
  /** The most for one owner. */
  readonly mostOfOwner: number;
  /** The most to one recipient. */
  readonly mostOfOne: number;
}

/** Claims what is due until `leaseUntil`; then it is due again. */
export async function claimDeliveries(
  { transact }: Pick<Database, 'transact'>,
  claim: {
    recipients: Pick<Recipients, 'kind' | 'ownerSql'>;
    now: number;
    leaseUntil: number;
    shares: DeliveryShares;
    /** The deliveries that this process has claimed; they count against the shares. */
    underWay: readonly Pick<ClaimedDelivery, 'recipient' | 'owner'>[];
  },
): Promise<ClaimedDelivery[]> {
  const { recipients, now, leaseUntil, shares, underWay } = claim;
  const { kind } = recipients;
  const { most, mostOfOne, mostOfOwner } = shares;
  const busy = underWay.map(({ recipient }) => recipient);
  const owners = underWay.map(({ owner }) => owner);
  const free = Math.max(0, most - underWay.length);
  const values = [kind, instant(now), instant(leaseUntil), free, mostOfOne, busy, mostOfOwner, owners];
  return transact(async (sql) => {
    // A statement of its own: the next one sees what the claim before has committed.
    const [, claimed] = await Promise.all([
      sql.query(TAKE_TURN, [kind]),
      sql.query<ClaimedDelivery>(claimSql(recipients), values),
    ]);
    return claimed;
  }, TIMEOUTS);
}

/** Records the outcome, unless the delivery was claimed again: then that claim does. */
const FINISH = `
  UPDATE delivery SET state = $3::"DeliveryState", outcome = $4, due_at = coalesce($5::timestamptz, due_at), finished_at = $6::timestamptz,
    admitted_at = NULL
  WHERE id = $1::bigint AND attempts = $2 AND state = 'PENDING'`;

/** Records what came of a claimed delivery. */
export async function finishDelivery(
  { transact }: Pick<Database, 'transact'>,
  { id, attempts }: ClaimedDelivery,
  result: DeliveryResult,
): Promise<void> {
  const { state, outcome } = result;
  const times = 'dueAt' in result ? [instant(result.dueAt), null] : [null, instant(result.at)];
  await transact((sql) => sql.query(FINISH, [id, attempts, state, outcome, ...times]), TIMEOUTS);
}

const GIVE_BACK = `
  UPDATE delivery SET attempts = attempts - 1, due_at = $3::timestamptz
  WHERE id = $1::bigint AND attempts = $2 AND state = 'PENDING'`;

/** A claimed delivery was not tried: any process may from `dueAt` on. */
export async function giveBackDelivery(
  { transact }: Pick<Database, 'transact'>,
  { id, attempts }: ClaimedDelivery,
  dueAt: number,
): Promise<void> {
  await transact((sql) => sql.query(GIVE_BACK, [id, attempts, instant(dueAt)]), TIMEOUTS);
}

const NEXT_DUE = `SELECT min(due_at) AS "dueAt" FROM delivery WHERE kind = $1 AND state = 'PENDING' AND due_at > $2::timestamptz`;

/** When the next delivery of a kind is due that was not due at an instant; null: none. */
export async function nextDue(
  { prisma }: Pick<Database, 'prisma'>,
  { kind, after }: { kind: string; after: number },
): Promise<number | null> {
  const [row] = await prisma.$queryRawUnsafe<{ dueAt: Date | null }[]>(NEXT_DUE, kind, instant(after));
  return row?.dueAt?.getTime() ?? null;
}

/** What waits, of each kind of which anything does. */
export async function waitingDeliveries({
  prisma,
}: Pick<Database, 'prisma'>): Promise<readonly { kind: string; waiting: number; oldest: Date }[]> {
  return prisma.$queryRawUnsafe(
    `SELECT kind, count(*)::int AS waiting, min(created_at) AS oldest FROM delivery WHERE state = 'PENDING' GROUP BY kind`,
  );
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Forgets deliveries that were done 30 days ago. Those that were given up stay until they are asked for again. */
export async function deleteOldDeliveries({ prisma }: Pick<Database, 'prisma'>, now: number): Promise<void> {
  await prisma.delivery.deleteMany({ where: { state: 'DONE', finishedAt: { lt: new Date(now - KEPT_MS) } } });
}
