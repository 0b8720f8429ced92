/**
 * Webhooks of a client (S16). A webhook receives the events that the key may see that made it: of all destinations, of those of the key,
 * or of the hotels that the key is bound to (M10). Only keys that reach all of these can see or change it, so a key never gets more by changing the webhook of another one. Webhooks of test
 * keys receive of tests alone, and test keys see no others (A7).
 */
import { randomBytes } from 'node:crypto';
import { ObjectId } from 'bson';
import type { Database } from '../../data/database/database.ts';
import { NOTIFY_PUBLISHED } from '../../data/events/publish-events.ts';
import type { Delivery, Prisma, WebhookEndpoint } from '../../data/generated/prisma/client.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { int4, listOf, nullable, text } from '../../data/sql/column-types.ts';
import { query, statement } from '../../data/sql/statement.ts';
import { BOOKING_EVENT_TYPES } from '../../domain/event/event-types.ts';
import { inputProblem } from '../../domain/problem/input-problem.ts';
import { invalidInput, notFound, type Refusal } from '../../domain/problem/refusal.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { type HotelReach, hotelIsReachedSql, REACH_COLUMNS, reachValues } from '../access/hotel-reach.ts';
import { parseObjectId } from '../access/references.ts';
import { WEBHOOKS_MAX, type WebhookInput, webhookProblems } from './webhook-input.ts';
import { OVERLAP_MS, REPLACED_MAX, replacedSecrets } from './webhook-secrets.ts';

/** The owner of webhooks. The operator at the command line sees those of tests and the others: its `isTest` is null. */
export type WebhookCaller = Pick<Caller, 'clientId' | keyof HotelReach> & { readonly isTest: boolean | null };

export interface WebhookServices {
  readonly database: Database;
  readonly clock: Clock;
  /** Whether addresses that are not public are allowed, and `http:`. */
  readonly allowPrivateWebhooks: boolean;
}

export interface WebhookSaved {
  readonly kind: 'webhookSaved';
  readonly webhook: WebhookEndpoint;
}

export interface WebhookSecretMade {
  readonly kind: 'webhookCreated' | 'webhookSecretRotated';
  readonly webhook: WebhookEndpoint;
  /** It is not shown again. */
  readonly secret: string;
}

/** What a webhook receives events of: `hotels` alone, or `destinations`; both null: all. */
export function subjectsOf({ allDestinations, destinationNumbers, hotelNumbers }: WebhookEndpoint) {
  const hotels = hotelNumbers.length > 0 ? hotelNumbers : null;
  return { destinations: allDestinations || hotels ? null : destinationNumbers, hotels };
}

const SECRET_BYTES = 24;
/** Deliveries that can be shown: an event may be about something else, or of a type that only a newer release on the same database knows. */
export const OF_KNOWN_TYPE = { event: { type: { in: BOOKING_EVENT_TYPES } } } satisfies Prisma.DeliveryWhereInput;
const DELIVERY_ID = /^[1-9]\d{0,17}$/;

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The webhooks that a caller may see, of those that a condition selects, in the order in which they were made. */
async function findWebhooks(
  tx: Prisma.TransactionClient,
  caller: WebhookCaller,
  where: Prisma.WebhookEndpointWhereInput = {},
): Promise<WebhookEndpoint[]> {
  const { clientId, isTest, destinations, hotels } = caller;
  const found = await tx.webhookEndpoint.findMany({
    where: { clientId, ...(isTest === null ? {} : { isTest }), ...where },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  if (destinations === null && hotels === null) return found;
  const numbers = found.flatMap(({ hotelNumbers }) => hotelNumbers);
  const reached = await query(tx, REACHED_HOTELS, { numbers, ...reachValues(caller) });
  const reachedHotels = new Set(reached.map(({ number }) => number));
  return found.filter(
    ({ allDestinations, destinationNumbers, hotelNumbers }) =>
      (destinations === null || !allDestinations) &&
      destinationNumbers.every((number) => destinations?.has(number) ?? true) &&
      // Those of whole destinations reach beyond the hotels of a key.
      (hotels === null || (!allDestinations && destinationNumbers.length === 0)) &&
      hotelNumbers.every((number) => reachedHotels.has(number)),
  );
}

const REACHED_HOTELS = statement({
  takes: { numbers: listOf(int4), ...REACH_COLUMNS },
  returns: { number: int4 },
  sql: ({ numbers, ...reach }) =>
    `SELECT h.number FROM hotel AS h WHERE h.number = ANY(${numbers}) AND ${hotelIsReachedSql(reach)}`,
});

/** In the order in which they were made. */
export async function listWebhooks(
  { database }: Pick<WebhookServices, 'database'>,
  caller: WebhookCaller,
): Promise<WebhookEndpoint[]> {
  return findWebhooks(database.prisma, caller);
}

async function findWebhook(
  tx: Prisma.TransactionClient,
  caller: WebhookCaller,
  id: string,
): Promise<WebhookEndpoint | null> {
  const [found = null] = await findWebhooks(tx, caller, { id: parseObjectId(id) ?? '' });
  return found;
}

const LOCK_CLIENT = statement({
  takes: { clientId: text },
  sql: ({ clientId }) => `SELECT id FROM client WHERE id = ${clientId} FOR NO KEY UPDATE`,
});
const LOCK_WEBHOOK = statement({
  takes: { id: nullable(text) },
  sql: ({ id }) => `SELECT id FROM webhook_endpoint WHERE id = ${id} FOR UPDATE`,
});

/** Makes a webhook of the caller's client, with a new secret. */
export async function createWebhook(
  { database, clock, allowPrivateWebhooks }: WebhookServices,
  caller: WebhookCaller,
  input: WebhookInput & { readonly url: string },
): Promise<WebhookSecretMade | Refusal<'invalidInput'>> {
  const problems = await webhookProblems(input, { allowPrivate: allowPrivateWebhooks });
  if (problems.length > 0) return invalidInput(problems);
  const { clientId, destinations, hotels } = caller;
  const isTest = caller.isTest ?? false;
  return database.prisma.$transaction(async (tx) => {
    // Webhooks of one client are made one after another.
    await query(tx, LOCK_CLIENT, { clientId });
    if ((await tx.webhookEndpoint.count({ where: { clientId } })) >= WEBHOOKS_MAX) {
      return invalidInput([inputProblem('url', 'tooManyWebhooks', { maximum: WEBHOOKS_MAX })]);
    }
    const secret = newSecret();
    const webhook = await tx.webhookEndpoint.create({
      data: {
        ...{ id: new ObjectId().toHexString(), clientId, url: input.url, secret, createdAt: new Date(clock.now()) },
        ...{ description: input.description || null, types: [...new Set(input.types ?? [])] },
        ...{ isTest, includesTests: input.includeTests ?? isTest, isEnabled: input.enabled ?? true },
        ...{
          allDestinations: destinations === null && hotels === null,
          destinationNumbers: hotels ? [] : [...(destinations ?? [])].sort((a, b) => a - b),
          hotelNumbers: [...(hotels ?? [])],
        },
      },
    });
    return { kind: 'webhookCreated', webhook, secret };
  });
}

/** Changes what the input states; deliveries that wait go where it leads then. */
export async function updateWebhook(
  { database, allowPrivateWebhooks }: WebhookServices,
  caller: WebhookCaller,
  { id, ...input }: WebhookInput & { readonly id: string },
): Promise<WebhookSaved | Refusal<'invalidInput' | 'notFound'>> {
  const problems = await webhookProblems(input, { allowPrivate: allowPrivateWebhooks });
  if (problems.length > 0) return invalidInput(problems);
  const { url, description, types, includeTests, enabled } = input;
  return changeWebhook(database, caller, id, async (tx, found) => {
    const data: Prisma.WebhookEndpointUpdateInput = {
      url: url ?? found.url,
      description: description == null ? found.description : description || null,
      types: [...new Set(types ?? found.types)],
      includesTests: includeTests ?? found.includesTests,
      isEnabled: enabled ?? found.isEnabled,
    };
    return { kind: 'webhookSaved', webhook: await tx.webhookEndpoint.update({ where: { id: found.id }, data }) };
  });
}

/** Gives a webhook a new secret; each that it has replaced signs too for 24 hours, so it is not replaced without end. */
export async function rotateWebhookSecret(
  { database, clock }: WebhookServices,
  caller: WebhookCaller,
  id: string,
): Promise<WebhookSecretMade | Refusal<'invalidInput' | 'notFound'>> {
  return changeWebhook<WebhookSecretMade | Refusal<'invalidInput'>>(database, caller, id, async (tx, found) => {
    const now = clock.now();
    const earlierSecrets = replacedSecrets(found, now);
    if (earlierSecrets.length >= REPLACED_MAX) {
      return invalidInput([inputProblem('id', 'tooManySecrets', { maximum: REPLACED_MAX })]);
    }
    const secret = newSecret();
    const previousSecretUntil = new Date(now + OVERLAP_MS);
    const data = { secret, previousSecret: found.secret, previousSecretUntil, earlierSecrets };
    const webhook = await tx.webhookEndpoint.update({ where: { id: found.id }, data });
    return { kind: 'webhookSecretRotated', webhook, secret };
  });
}

/** Removes a webhook with its deliveries. */
export async function deleteWebhook(
  { database }: WebhookServices,
  caller: WebhookCaller,
  id: string,
): Promise<{ readonly kind: 'webhookDeleted'; readonly id: string } | Refusal<'notFound'>> {
  return changeWebhook(database, caller, id, async (tx, found) => {
    await tx.webhookEndpoint.delete({ where: { id: found.id } });
    return { kind: 'webhookDeleted', id: found.id };
  });
}

async function changeWebhook<Done>(
  { prisma }: Database,
  caller: WebhookCaller,
  id: string,
  change: (tx: Prisma.TransactionClient, found: WebhookEndpoint) => Promise<Done>,
): Promise<Done | Refusal<'notFound'>> {
  return prisma.$transaction(async (tx) => {
    await query(tx, LOCK_WEBHOOK, { id: parseObjectId(id) });
    const found = await findWebhook(tx, caller, id);
    return found ? change(tx, found) : notFound('WEBHOOK', id);
  });
}

/** Delivers an event to a webhook again, whatever the outcome was before, with all its tries. */
export async function redeliver(
  { database, clock }: WebhookServices,
  caller: WebhookCaller,
  id: string,
): Promise<{ readonly kind: 'redelivered'; readonly delivery: Delivery } | Refusal<'notFound'>> {
  return database.prisma.$transaction(async (tx) => {
    const key = DELIVERY_ID.test(id) ? BigInt(id) : 0n;
    const found = await tx.delivery.findUnique({ where: { id: key, ...OF_KNOWN_TYPE }, include: { endpoint: true } });
    if (found?.endpoint?.clientId !== caller.clientId || !(await findWebhook(tx, caller, found.endpoint.id))) {
      return notFound('DELIVERY', id);
    }
    const data = { state: 'PENDING', attempts: 0, finishedAt: null, dueAt: new Date(clock.now()) } as const;
    const delivery = await tx.delivery.update({ where: { id: key }, data });
    await query(tx, NOTIFY_PUBLISHED);
    return { kind: 'redelivered', delivery };
  });
}
