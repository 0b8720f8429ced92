/**
 * Answers for pages that the server renders, asked for as the visitor's browser would: with the key of the pages, by the one executor,
 * from the same cache, and counted against the limits of the visitor's address. So whoever asks for very many pages is refused.
 */
import type { GraphQLFormattedError } from 'graphql';
import type { Caller } from '../../../data/keys/api-keys.ts';
import type { ApiKeys } from '../../../data/keys/key-lookup.ts';
import { type Exchange, readLanguages } from '../../../http/exchange.ts';
import type { RateLimits } from '../../../http/limits/rate-limits.ts';
import { openUsage } from '../../../http/limits/usage.ts';
import { RefusedRequest } from '../../../http/request/refused-request.ts';
import { databaseAway } from '../../../operations/service-unavailable.ts';
import type { AskedOperation, UnansweredError } from '../../../web/rendering.ts';
import type { GraphQLAnswers } from '../../graphql/graphql-answers.ts';

/** An operation failed. The page asks again in the browser, and says why. */
export class Unanswered extends Error implements UnansweredError {
  override readonly name = 'Unanswered';
}

export interface PageAnswer {
  readonly text: string;
  readonly data: unknown;
}

/** The questions of one request. */
export interface PageQuestions {
  /** @throws RefusedRequest with 429 when the visitor has nothing left, ServiceUnavailable, Unanswered when it fails otherwise */
  ask(operation: AskedOperation, language: string): Promise<PageAnswer>;
  /** Counts work that is about to be done. @throws RefusedRequest with 429 */
  spend(points: number): Promise<void>;
}

export interface PageAnswersParts {
  readonly graphql: GraphQLAnswers;
  readonly apiKeys: ApiKeys;
  /** Null: nothing is limited. */
  readonly rateLimits: RateLimits | null;
}

export type PageAnswers = (exchange: Exchange, key: string) => Promise<PageQuestions | null>;

/** @returns a function that counts a request; null: the key is not accepted. It throws RefusedRequest with 429, or what keeps the key from being looked up */
export function createPageAnswers({ graphql, apiKeys, rateLimits }: PageAnswersParts): PageAnswers {
  return async (exchange, key) => {
    const caller = await apiKeys.authenticate(key);
    if (caller === null) return null;
    exchange.usage = openUsage(rateLimits, caller, exchange.clientAddress);
    throwIf(await exchange.usage?.countRequest());
    return {
      ask: (operation, language) => ask(graphql, { caller, exchange, operation, language }),
      spend: async (points) => throwIf(await exchange.usage?.spend(points)),
    };
  };
}

async function ask(
  graphql: GraphQLAnswers,
  {
    caller,
    exchange,
    operation: { query, variables },
    language,
  }: { caller: Caller; exchange: Exchange; operation: AskedOperation; language: string },
): Promise<PageAnswer> {
  const { clientAddress: address, usage, response } = exchange;
  const { status, bytes } = await graphql.answer(caller, {
    ...{ method: 'POST', query: '', headers: { accept: 'application/json' }, simulation: null, usage },
    languages: readLanguages(language),
    body: Buffer.from(JSON.stringify({ query, variables })),
    client: { address, authenticate: async () => caller, hasLeft: () => response.destroyed, onEnd() {} },
    network: () => exchange.network,
  });
  if (status === 429) throw new RefusedRequest(429);
  const text = bytes.toString();
  const { data, errors } = JSON.parse(text) as { data?: unknown; errors?: GraphQLFormattedError[] };
  if (errors?.some(({ extensions }) => extensions?.code === 'SERVICE_UNAVAILABLE')) throw databaseAway();
  if (errors || !data) throw new Unanswered();
  return { text, data };
}

function throwIf(refusal: RefusedRequest | null | undefined): void {
  if (refusal) throw refusal;
}
