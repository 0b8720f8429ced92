/** What a webhook may be (S16). All problems are reported together (I5). */
import type { BookingEventType } from '../../domain/event/event-types.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import { hasMoreThan, isPlainLine } from '../../domain/text/text-characters.ts';
import { countProblems } from '../search/search-input.ts';
import { addressOfHost, isPublicAddress, type Resolve, resolveByDns } from './public-address.ts';

const URL_LENGTH_MAX = 2_000;
const DESCRIPTION_LENGTH_MAX = 200;
/** Types of events that it names, more than there are. */
const TYPES = { min: 0, max: 50 } as const;
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

/** Everything that is wrong with it; names are resolved. */
export async function webhookProblems(
  { url, types, description }: WebhookInput,
  { allowPrivate, resolve = resolveByDns }: { allowPrivate: boolean; resolve?: Resolve },
): Promise<InputProblem[]> {
  const address = url == null ? null : await urlProblem(url, { allowPrivate, resolve });
  return [
    ...(address ? [address] : []),
    ...countProblems('types', types, TYPES),
    ...descriptionProblems(description ?? ''),
  ];
}

function descriptionProblems(description: string): InputProblem[] {
  const path = 'description';
  if (hasMoreThan(DESCRIPTION_LENGTH_MAX, description)) {
    return [inputProblem(path, 'tooLong', { maximum: DESCRIPTION_LENGTH_MAX, isSearched: false })];
  }
  if (isPlainLine(description) && !/\p{Surrogate}/u.test(description)) return [];
  return [inputProblem(path, 'controlCharacter')];
}

async function urlProblem(
  url: string,
  { allowPrivate, resolve }: { allowPrivate: boolean; resolve: Resolve },
): Promise<InputProblem | null> {
  const path = 'url';
  if (url.length > URL_LENGTH_MAX) return inputProblem(path, 'tooLong', { maximum: URL_LENGTH_MAX, isSearched: false });
  // A parser drops tabs and line breaks, so that what is stored and shown would be another text than the address.
  if (!isPlainLine(url)) return inputProblem(path, 'controlCharacter');
  const expected = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!URL.canParse(url)) return inputProblem(path, 'wrongScheme', { expected });
  const { protocol, username, password, hash, hostname } = new URL(url);
  if (!expected.includes(protocol)) return inputProblem(path, 'wrongScheme', { expected });
  if (username !== '' || password !== '') return inputProblem(path, 'hasCredentials');
  if (hash !== '') return inputProblem(path, 'hasFragment');
  if (allowPrivate) return null;
  const literal = addressOfHost(hostname);
  const addresses = literal === null ? await resolve(hostname).catch(() => []) : [literal];
  if (addresses.length === 0) return inputProblem(path, 'unknownHost');
  return addresses.every(isPublicAddress) ? null : inputProblem(path, 'privateHost');
}
