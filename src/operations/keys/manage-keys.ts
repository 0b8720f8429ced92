/**
 * Makes, renames and revokes keys for the holder of a key (M10). A key grants no more than it has: its scopes, its channel, its destinations
 * and hotels, its kind and its end. The secret is in the answer that makes it and nowhere else, so a repetition makes another key.
 */
import { raiseEpochs } from '../../data/cache/raise-epochs.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { type Caller, createClient } from '../../data/keys/api-keys.ts';
import { type ListedApiKey, readKeys } from '../../data/keys/list-keys.ts';
import { PUBLISHABLE_SCOPES, type Scope } from '../../data/keys/scopes.ts';
import { int4, listOf, text } from '../../data/sql/column-types.ts';
import { onlyRow, query, statement } from '../../data/sql/statement.ts';
import { isWordOfHistory } from '../../domain/event/actor.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import { invalidInput, notFound, type Refusal, type RefusalOf } from '../../domain/problem/refusal.ts';
import { type Day, LAST_DAY, MS_PER_DAY, utcDay } from '../../domain/time/civil-date.ts';
import { isBoundTo } from '../access/hotel-reach.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext, Services } from '../access/request-context.ts';
import { visibleEntity, visibleHotel } from '../access/visibility.ts';
import { toInputProblem } from '../booking/booking-problems.ts';
import { line } from '../input-values.ts';
import { countProblems } from '../search/search-input.ts';
import { findVisibleKey, seesAllOfClient } from './visible-keys.ts';

/** As `keys create` takes it. */
const NAME_LENGTH_MAX = 100;
const keyName = line(NAME_LENGTH_MAX).regex(/\S/, 'BLANK');
const GRANTED = { min: 1, max: 100 };

/** What is asked of a new key. Null and absent both mean: as the key that makes it has it. */
export interface KeyInput {
  readonly name: string;
  readonly client?: string | null | undefined;
  readonly scopes: readonly Scope[];
  /** References. */
  readonly destinations?: readonly string[] | null | undefined;
  readonly hotels?: readonly string[] | null | undefined;
  readonly isPublishable: boolean;
  readonly isTest: boolean;
  /** From this day on (UTC) it is refused. */
  readonly expiresOn?: Day | null | undefined;
}

export interface KeyCreated {
  readonly kind: 'keyCreated';
  readonly key: ListedApiKey;
  readonly secret: string;
}

/** Makes a key that may no more than the caller's. */
export async function createKeyFor(
  context: RequestContext,
  input: KeyInput,
): Promise<RefusalOf<'createKey'> | KeyCreated> {
  const { caller, services } = context;
  const { clock, apiKeys } = services;
  const problems = grantProblems(input, context);
  if (problems.length > 0) return invalidInput(problems);
  const destinations = await destinationsFor(context, input.destinations ?? null);
  if ('kind' in destinations) return destinations;
  const hotels = await hotelsFor(context, input.hotels ?? null, destinations.numbers);
  if ('kind' in hotels) return hotels;
  const client = input.client?.trim() ?? null;
  return changingKeys<RefusalOf<'createKey'> | KeyCreated>(services, async (tx) => {
    const removed = await findRemoved(tx, caller.channel, destinations.numbers ?? []);
    if (removed !== null) return { answer: notFound('DESTINATION', String(removed)), changes: false };
    const clientName = await clientNameFor(tx, caller, { asked: client, now: clock.now() });
    if (clientName === null) return { answer: invalidInput([inputProblem('client', 'foreignClient')]), changes: false };
    const made = await apiKeys.insert(tx, {
      ...{ name: input.name, clientName, scopes: input.scopes, channelCode: caller.channel, createdBy: caller.name },
      ...{ destinationNumbers: destinations.numbers, hotelNumbers: hotels.numbers },
      ...{ isPublishable: input.isPublishable, isTest: input.isTest || caller.isTest },
      expiresAt: endOf(input, caller),
    });
    return { answer: { kind: 'keyCreated', key: await readOne(tx, made.id), secret: made.key }, changes: true };
  });
}

/** What the caller may not grant, or may not be granted at all. */
export function grantProblems(
  input: KeyInput,
  { caller, services }: Pick<RequestContext, 'caller' | 'services'>,
): InputProblem[] {
  const { scopes, isPublishable, destinations, hotels, expiresOn } = input;
  const possible = [...caller.scopes].filter((scope) => !isPublishable || PUBLISHABLE_SCOPES.includes(scope));
  const latest = caller.expiresAtMs === null ? LAST_DAY : utcDay(caller.expiresAtMs);
  const earliest = utcDay(services.clock.now()) + 1;
  return [
    ...keyNameProblems(input.name),
    ...(input.client == null ? [] : grantedNameProblems('client', input.client)),
    ...countProblems('rights', scopes, GRANTED),
    ...(scopes.every((scope) => possible.includes(scope))
      ? []
      : [inputProblem('rights', 'notListed', { expected: possible.map((scope) => scope.toUpperCase()) })]),
    ...countProblems('destinations', destinations, GRANTED),
    ...countProblems('hotels', hotels, GRANTED),
    ...(expiresOn == null || (expiresOn >= earliest && expiresOn <= latest)
      ? []
      : [inputProblem('expiresOn', 'outOfDates', { earliest, latest, date: expiresOn })]),
  ];
}

function grantedNameProblems(path: string, name: string): InputProblem[] {
  const [issue] = keyName.safeParse(name).error?.issues ?? [];
  return issue ? [toInputProblem({ [path]: name }, { ...issue, path: [path] })] : [];
}

function keyNameProblems(name: string): InputProblem[] {
  return isWordOfHistory(name) ? [inputProblem('name', 'reservedName')] : grantedNameProblems('name', name);
}

type Numbers = { readonly numbers: readonly number[] | null };

/** The destinations of the new key: all that are named, or those of the caller; null: all. */
async function destinationsFor(
  context: RequestContext,
  asked: readonly string[] | null,
): Promise<Numbers | Refusal<'notFound'>> {
  if (asked === null) return { numbers: context.caller.destinations && [...context.caller.destinations] };
  const numbers: number[] = [];
  for (const reference of asked) {
    const number = await resolveNumber(context, 'destination', reference);
    const isSeen = number !== null && (await visibleEntity(context, { kind: 'destination', number })) !== null;
    if (!isSeen) return notFound('DESTINATION', reference);
    numbers.push(number);
  }
  return { numbers };
}

const LOCK_CHANNEL = statement({
  takes: { channel: text },
  sql: ({ channel }) => `SELECT FROM channel WHERE code = ${channel} FOR KEY SHARE`,
});

const LOCK_DESTINATIONS = statement({
  takes: { numbers: listOf(int4) },
  returns: { number: int4 },
  sql: ({ numbers }) => `SELECT number FROM destination WHERE number = ANY(${numbers}) ORDER BY number FOR KEY SHARE`,
});

/**
 * Protects a channel and destinations from removal by an import until the transaction ends, in the order in which it locks them. Resolves to a
 * destination that is gone already; null: none is.
 */
async function findRemoved(
  tx: Prisma.TransactionClient,
  channel: string,
  numbers: readonly number[],
): Promise<number | null> {
  await query(tx, LOCK_CHANNEL, { channel });
  const locked = new Set((await query(tx, LOCK_DESTINATIONS, { numbers: [...numbers] })).map(({ number }) => number));
  return numbers.find((number) => !locked.has(number)) ?? null;
}

/** The hotels of the new key: all that are named, or those of the caller in its destinations; null: it is not bound. */
async function hotelsFor(
  context: RequestContext,
  asked: readonly string[] | null,
  destinations: readonly number[] | null,
): Promise<Numbers | Refusal<'notFound' | 'invalidInput'>> {
  const isWithin = async (number: number) => {
    const hotel = isBoundTo(context.caller, number) ? await visibleHotel(context, number) : null;
    return hotel !== null && (destinations?.includes(hotel.destinationNumber) ?? true);
  };
  if (asked === null && context.caller.hotels === null) return { numbers: null };
  const numbers: number[] = [];
  for (const reference of asked ?? [...(context.caller.hotels ?? [])].map(String)) {
    const number = await resolveNumber(context, 'hotel', reference);
    if (number !== null && (await isWithin(number))) numbers.push(number);
    else if (asked !== null) return notFound('HOTEL', reference);
  }
  // A key that is bound to hotels grants no destination without them.
  return numbers.length > 0 ? { numbers } : invalidInput([inputProblem('hotels', 'required')]);
}

/** Keys of one client are granted in turns: each sees the one that was granted before. It protects only later statements. */
const LOCK_CLIENT = statement({
  takes: { name: text },
  returns: { id: text },
  sql: ({ name }) => `SELECT id FROM client WHERE name = ${name} FOR NO KEY UPDATE`,
});

/**
 * The client of a new key: that of the caller, one that is made for it, or, for a key that operates all clients, one whose keys it sees all;
 * null: another one's, whose bookings the caller may not see.
 */
async function clientNameFor(
  tx: Prisma.TransactionClient,
  caller: Caller,
  { asked, now }: { readonly asked: string | null; readonly now: number },
): Promise<string | null> {
  const own = await tx.client.findUniqueOrThrow({ where: { id: caller.clientId }, select: { name: true } });
  if (asked === null || asked === own.name) return own.name;
  if (await createClient(tx, { name: asked, createdAt: new Date(now) })) return asked;
  const { id } = onlyRow(await query(tx, LOCK_CLIENT, { name: asked }));
  const isWithin = caller.scopes.has('operate') && (await seesAllOfClient(tx, caller, id));
  return isWithin ? asked : null;
}

function endOf({ expiresOn }: KeyInput, { expiresAtMs }: Caller): Date | null {
  const end = expiresOn == null ? expiresAtMs : Math.min(expiresOn * MS_PER_DAY, expiresAtMs ?? Infinity);
  return end === null ? null : new Date(end);
}

export interface KeyRenamed {
  readonly kind: 'keyRenamed';
  readonly key: ListedApiKey;
}

/** What was done before keeps the name of then. */
export async function renameKey(
  { caller, services }: Pick<RequestContext, 'caller' | 'services'>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<RefusalOf<'renameKey'> | KeyRenamed> {
  const problems = keyNameProblems(name);
  if (problems.length > 0) return invalidInput(problems);
  return changingKeys<RefusalOf<'renameKey'> | KeyRenamed>(services, async (tx) => {
    const found = await findVisibleKey(tx, caller, id);
    if (found === null) return { answer: notFound('KEY', id), changes: false };
    await tx.apiKey.update({ where: { id: found }, data: { name: name.trim() }, select: { id: true } });
    return { answer: { kind: 'keyRenamed', key: await readOne(tx, found) }, changes: true };
  });
}

export interface KeyRevoked {
  readonly kind: 'keyRevoked';
  readonly key: ListedApiKey;
  /** Whether it was before. */
  readonly alreadyRevoked: boolean;
}

/** Revokes a key for good, but not the one that asks: nobody could be sure to get back in. */
export async function revokeKeyFor(
  { caller, services }: Pick<RequestContext, 'caller' | 'services'>,
  id: string,
): Promise<RefusalOf<'revokeKey'> | KeyRevoked> {
  return changingKeys<RefusalOf<'revokeKey'> | KeyRevoked>(services, async (tx) => {
    const found = await findVisibleKey(tx, caller, id);
    if (found === null) return { answer: notFound('KEY', id), changes: false };
    if (found === caller.apiKeyId) return { answer: invalidInput([inputProblem('id', 'ownKey')]), changes: false };
    const { count } = await tx.apiKey.updateMany({
      where: { id: found, revokedAt: null },
      data: { revokedAt: new Date(services.clock.now()), revokedBy: caller.name },
    });
    const answer = { kind: 'keyRevoked', key: await readOne(tx, found), alreadyRevoked: count === 0 } as const;
    return { answer, changes: count > 0 };
  });
}

/** Runs a change of keys, of which this process knows before the answer. */
async function changingKeys<Answer>(
  { database, epochs }: Pick<Services, 'database' | 'epochs'>,
  change: (tx: Prisma.TransactionClient) => Promise<{ readonly answer: Answer; readonly changes: boolean }>,
): Promise<Answer> {
  const { answer, raised } = await database.prisma.$transaction(async (tx) => {
    const changed = await change(tx);
    return { answer: changed.answer, raised: changed.changes ? await raiseEpochs(tx, ['keys']) : [] };
  });
  epochs.observe(raised);
  return answer;
}

async function readOne(tx: Prisma.TransactionClient, id: string): Promise<ListedApiKey> {
  const [key] = await readKeys(tx, [id]);
  if (!key) throw new Error('a key that was found is gone');
  return key;
}
