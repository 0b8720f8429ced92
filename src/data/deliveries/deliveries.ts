/**
 * The queue of deliveries. Queues made for this (pg-boss, graphile-worker) need a newer Node.js than ours, so it is a table: a process
 * claims what is due, which moves it to a later time, and says what came of it. It holds no transaction meanwhile, and what a process
 * that dies has claimed is due again at that time. It never calls `finish`: that a small write succeeds does not say that bookings
 * can be written.
 */

import type { Database } from '../database/database.ts';
import { USUAL_TIMEOUTS } from '../database/sql-transactions.ts';
import { int4, int8, listOf, nullable, oneOf, text, timestamptz } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';
import { MAILS, type Recipients } from './recipients.ts';

/** A claimed delivery. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly recipient: string;
  /** The client that shares are counted for (A9). */
  readonly owner: string;
  readonly eventSequence: number;
  /** Tries including this one. */
  readonly attempts: number;
  /** When it was claimed: it tells this try from one that was made before somebody asked for the delivery again. */
  readonly attemptedAt: Date;
}

/** The outcome of a try: it has ended, or is due again. */
export type DeliveryResult = { readonly outcome: string } & (
  | { readonly state: 'DONE' | 'FAILED'; readonly at: number }
  | { readonly state: 'PENDING'; readonly dueAt: number }
);

/** Claims of one kind take turns over all processes, so each sees what the one before has left. */
const TAKE_TURN = statement({
  takes: { kind: text },
  sql: ({ kind }) => `SELECT pg_advisory_xact_lock(7355003, hashtext(${kind}))`,
});

/**
 * Claims up to `free` deliveries, less of a recipient or an owner that has some under way: `busyRecipients` and `busyOwners` name one for
 * each. It looks up each recipient instead of every delivery that waits, so it takes no longer when one of them has a thousand. Every
 * owner gets its first before any gets its second (A9); which owner begins, and of an owner which recipient, is random, so none is
 * always the last. The owner of a webhook is its client, that of a mail the client that made the booking.
 */
const CLAIM = statement({
  takes: {
    ...{ kind: text, now: timestamptz, leaseUntil: timestamptz, free: int4 },
    ...{ mostOfOne: int4, busyRecipients: listOf(text), mostOfOwner: int4, busyOwners: listOf(text) },
  },
  returns: { id: int8, recipient: text, owner: text, eventSequence: int8, attempts: int4, attemptedAt: timestamptz },
  sql: ({ kind, now, leaseUntil, free, mostOfOne, busyRecipients, mostOfOwner, busyOwners }) => `
    WITH RECURSIVE waiting AS (
      (SELECT recipient FROM delivery WHERE kind = ${kind} AND state = 'PENDING' ORDER BY recipient LIMIT 1)
      UNION ALL
      SELECT (SELECT d.recipient FROM delivery AS d WHERE d.kind = ${kind} AND d.state = 'PENDING' AND d.recipient > w.recipient
        ORDER BY d.recipient LIMIT 1) FROM waiting AS w WHERE w.recipient IS NOT NULL),
    due AS MATERIALIZED (
      SELECT d.id, d.place, coalesce(
          (SELECT w.client_id FROM webhook_endpoint AS w WHERE w.id = d.endpoint_id),
          (SELECT b.client_id FROM booking_event AS e JOIN booking AS b ON b.id = e.booking_id WHERE e.sequence = d.event_sequence)) AS owner
      FROM waiting AS w CROSS JOIN LATERAL (
        SELECT id, endpoint_id, event_sequence, row_number() OVER (ORDER BY due_at, id) AS place FROM delivery
        WHERE kind = ${kind} AND state = 'PENDING' AND recipient = w.recipient AND due_at <= ${now} ORDER BY due_at, id
        LIMIT greatest(0, ${mostOfOne}::int
          - (SELECT count(*) FROM unnest(${busyRecipients}::text[]) AS busy(recipient) WHERE busy.recipient = w.recipient))) AS d
      WHERE w.recipient IS NOT NULL),
    in_turn AS MATERIALIZED (
      SELECT id, owner, row_number() OVER (PARTITION BY owner ORDER BY place, random())
        + (SELECT count(*) FROM unnest(${busyOwners}::text[]) AS busy(owner) WHERE busy.owner = due.owner) AS turn FROM due),
    picked AS MATERIALIZED (
      SELECT d.id, t.owner FROM (SELECT * FROM in_turn WHERE turn <= ${mostOfOwner}::int ORDER BY turn, random() LIMIT ${free}::int) AS t
        JOIN delivery AS d ON d.id = t.id WHERE d.state = 'PENDING' AND d.due_at <= ${now} FOR UPDATE OF d SKIP LOCKED)
    UPDATE delivery AS d SET attempts = d.attempts + 1, attempted_at = ${now}, due_at = ${leaseUntil}
    FROM picked WHERE d.id = picked.id
    RETURNING d.id, d.recipient, picked.owner, d.event_sequence AS "eventSequence", d.attempts, ${now}::timestamptz AS "attemptedAt"`,
});

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
    recipients: Pick<Recipients, 'kind'>;
    now: number;
    leaseUntil: number;
    shares: DeliveryShares;
    /** The deliveries that this process has claimed; they count against the shares. */
    underWay: readonly Pick<ClaimedDelivery, 'recipient' | 'owner'>[];
  },
): Promise<ClaimedDelivery[]> {
  const { recipients, now, leaseUntil, shares, underWay } = claim;
  const { kind } = recipients;
  const values = {
    ...{ kind, now: new Date(now), leaseUntil: new Date(leaseUntil) },
    free: Math.max(0, shares.most - underWay.length),
    ...{ mostOfOne: shares.mostOfOne, busyRecipients: underWay.map(({ recipient }) => recipient) },
    ...{ mostOfOwner: shares.mostOfOwner, busyOwners: underWay.map(({ owner }) => owner) },
  };
  return transact(async (sql) => {
    // A statement of its own: the next one sees what the claim before has committed.
    const [, claimed] = await Promise.all([sql.query(TAKE_TURN, { kind }), sql.query(CLAIM, values)]);
    return claimed;
  }, USUAL_TIMEOUTS);
}

/**
 * Records the outcome, unless the delivery was claimed or asked for again (S16): then another try does. Whatever became of the mail to
 * an address that a booking no longer has, that address is forgotten with it (M7).
 */
const FINISH = statement({
  takes: {
    ...{ id: int8, attempts: int4, attemptedAt: timestamptz, state: oneOf('DeliveryState'), outcome: text },
    ...{ dueAt: nullable(timestamptz), finishedAt: nullable(timestamptz) },
  },
  sql: ({ id, attempts, attemptedAt, state, outcome, dueAt, finishedAt }) => `
    WITH tried AS (
      UPDATE delivery SET state = ${state}, outcome = ${outcome}, due_at = coalesce(${dueAt}, due_at), finished_at = ${finishedAt},
        admitted_at = NULL
      WHERE id = ${id} AND attempts = ${attempts} AND attempted_at = ${attemptedAt} AND state = 'PENDING'
      RETURNING kind, recipient, event_sequence, state)
    UPDATE booking_event AS e SET former_email = NULL FROM tried AS t
    WHERE e.sequence = t.event_sequence AND t.kind = '${MAILS.kind}' AND t.recipient = 'former' AND t.state <> 'PENDING'`,
});

/** Records what came of a claimed delivery. */
export async function finishDelivery(
  { transact }: Pick<Database, 'transact'>,
  { id, attempts, attemptedAt }: ClaimedDelivery,
  result: DeliveryResult,
): Promise<void> {
  const { state, outcome } = result;
  const times =
    'dueAt' in result
      ? { dueAt: new Date(result.dueAt), finishedAt: null }
      : { dueAt: null, finishedAt: new Date(result.at) };
  await transact((sql) => sql.query(FINISH, { id, attempts, attemptedAt, state, outcome, ...times }), USUAL_TIMEOUTS);
}

const GIVE_BACK = statement({
  takes: { id: int8, attempts: int4, attemptedAt: timestamptz, dueAt: timestamptz },
  sql: ({ id, attempts, attemptedAt, dueAt }) => `
    UPDATE delivery SET attempts = attempts - 1, due_at = ${dueAt}
    WHERE id = ${id} AND attempts = ${attempts} AND attempted_at = ${attemptedAt} AND state = 'PENDING'`,
});

/** A claimed delivery was not tried: any process may from `dueAt` on. */
export async function giveBackDelivery(
  { transact }: Pick<Database, 'transact'>,
  { id, attempts, attemptedAt }: ClaimedDelivery,
  dueAt: number,
): Promise<void> {
  await transact((sql) => sql.query(GIVE_BACK, { id, attempts, attemptedAt, dueAt: new Date(dueAt) }), USUAL_TIMEOUTS);
}

const NEXT_DUE = statement({
  takes: { kind: text, after: timestamptz },
  returns: { dueAt: nullable(timestamptz) },
  sql: ({ kind, after }) => `
    SELECT min(due_at) AS "dueAt" FROM delivery WHERE kind = ${kind} AND state = 'PENDING' AND due_at > ${after}`,
});

/** When the next delivery of a kind is due that was not due at an instant; null: none. */
export async function nextDue(
  { prisma }: Pick<Database, 'prisma'>,
  { kind, after }: { kind: string; after: number },
): Promise<number | null> {
  const [row] = await query(prisma, NEXT_DUE, { kind, after: new Date(after) });
  return row?.dueAt?.getTime() ?? null;
}

const COUNT_WAITING = statement({
  returns: { kind: text, waiting: int4, oldest: timestamptz },
  sql: () => `
    SELECT kind, count(*)::int AS waiting, min(created_at) AS oldest FROM delivery WHERE state = 'PENDING' GROUP BY kind`,
});

/** What waits, of each kind of which anything does. */
export function waitingDeliveries({ prisma }: Pick<Database, 'prisma'>) {
  return query(prisma, COUNT_WAITING);
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Forgets deliveries that were done 30 days ago. Those that were given up stay until they are asked for again. */
export async function deleteOldDeliveries({ prisma }: Pick<Database, 'prisma'>, now: number): Promise<void> {
  await prisma.delivery.deleteMany({ where: { state: 'DONE', finishedAt: { lt: new Date(now - KEPT_MS) } } });
}
