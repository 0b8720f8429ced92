/** What a webhook may be (S16). All problems are reported together (I5). */
import { lookup } from 'node:dns/promises';
import type { BookingEventType } from '../../data/generated/prisma/enums.ts';
import { isPlainLine } from '../../domain/text/text-characters.ts';
import type { InputProblem } from '../input-problem.ts';
import { addressOfHost, isPublicAddress } from './public-address.ts';

export const URL_LENGTH_MAX = 2_000;
export const DESCRIPTION_LENGTH_MAX = 200;
/** Webhooks of a client. */
export const WEBHOOKS_MAX = 20;

/** Missing or null: as it is, of a new one: the default. */
export interface WebhookInput {
  readonly url?: string | null | undefined;
  readonly types?: readonly BookingEventType[] | null | undefined;
  readonly includeTests?: boolean | null | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | null | undefined;
}

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly { address: string }[]>;

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

/** Everything that is wrong with it; names are resolved. */
export async function webhookProblems(
  { url, description }: WebhookInput,
  { allowPrivate, resolve = resolveAll }: { allowPrivate: boolean; resolve?: Resolve },
): Promise<InputProblem[]> {
  const address = url == null ? null : await urlProblem(url, { allowPrivate, resolve });
  return [...(address ? [address] : []), ...descriptionProblems(description ?? '')];
}

function descriptionProblems(description: string): InputProblem[] {
  const path = 'description';
  if (description.length > DESCRIPTION_LENGTH_MAX) {
    return [{ path, code: 'TOO_LONG', message: `Must have at most ${DESCRIPTION_LENGTH_MAX} characters.` }];
  }
  if (isPlainLine(description) && !/[\p{Cc}\p{Surrogate}]/u.test(description)) return [];
  return [{ path, code: 'CONTROL_CHARACTER', message: 'Must be one line without control characters.' }];
}

async function urlProblem(
  url: string,
  { allowPrivate, resolve }: { allowPrivate: boolean; resolve: Resolve },
): Promise<InputProblem | null> {
  const wrong = (message: string): InputProblem => ({ path: 'url', code: 'INVALID_VALUE', message });
  if (url.length > URL_LENGTH_MAX) {
    return { path: 'url', code: 'TOO_LONG', message: `Must have at most ${URL_LENGTH_MAX} characters.` };
  }
  const schemes = allowPrivate ? 'https: or http:' : 'https:';
  if (!URL.canParse(url)) return wrong(`Must be an address with ${schemes}.`);
  const { protocol, username, password, hash, hostname } = new URL(url);
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:'))
    return wrong(`Must be an address with ${schemes}.`);
  if (username !== '' || password !== '') return wrong('Must have no user name and no password.');
  if (hash !== '') return wrong('Must have no fragment.');
  if (allowPrivate) return null;
  const literal = addressOfHost(hostname);
  const addresses = literal === null ? await resolve(hostname).catch(() => []) : [{ address: literal }];
  if (addresses.length === 0) return wrong('Its host has no address.');
  return addresses.every(({ address }) => isPublicAddress(address)) ? null : wrong('Must lead to a public address.');
}
