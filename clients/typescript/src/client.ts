/**
 * Sends GraphQL operations to a gateway. A document carries the types of its variables and its result, as GraphQL Code
 * Generator writes them (`documentMode: 'string'`).
 */
import { ConnectionError, GatewayError } from './errors.ts';
import { eventsOf } from './events.ts';
import { isRepeatableAlways } from './repeatable.ts';
import { backOff, isStillRunning, pause, waitAfter } from './retries.ts';

export interface TypedText<Data, Variables> {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Data;
}

export interface ClientOptions {
  /** The address of the gateway, such as `https://stays.example`. */
  readonly url: string;
  readonly key: string;
  /** The language of messages, as in `Accept-Language`; default: that of the browser, else English. */
  readonly language?: string | undefined;
  /** More headers, such as `Gateway-Simulate` with a test key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often a request is sent at most; default: 4. */
  readonly attempts?: number | undefined;
  /** How long an attempt may take, or until a subscription is connected; default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Default: that of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

export interface Ask {
  readonly signal?: AbortSignal | undefined;
  /** Whether a mutation does nothing more when it is done twice; default: whether it is of one field, and its `input` has an `idempotencyKey`. */
  readonly isRepeatable?: boolean;
}

export interface Client {
  /**
   * Runs a query or a mutation. After a lost answer, and while the first request with its idempotency key is still running, it
   * is sent again, if it is repeatable.
   * @throws GatewayError, ConnectionError, or the reason of the signal
   */
  ask<Data, Variables>(document: TypedText<Data, Variables>, variables: Variables, options?: Ask): Promise<Data>;
  /**
   * The results of a subscription, until the signal is aborted or the loop is left. A lost connection is opened again, as
   * late as the gateway asks for.
   * @param variables a function of the last result says where to go on: it is asked before each connection
   * @throws GatewayError where the gateway refuses
   */
  follow<Data, Variables>(
    document: TypedText<Data, Variables>,
    variables: Variables | ((last: Data | undefined) => Variables),
    options?: Pick<Ask, 'signal'>,
  ): AsyncGenerator<Data, void>;
}

const ATTEMPTS = 4;
const TIMEOUT_MS = 30_000;
/** The gateway sends something every 15 seconds: a stream without it is lost. */
const SILENCE_MS = 45_000;

export function createClient({
  url,
  key,
  language,
  headers,
  attempts = ATTEMPTS,
  timeoutMs = TIMEOUT_MS,
  fetch: send = (...asked) => fetch(...asked),
}: ClientOptions): Client {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('`key` is empty, or has a character that no key has');
  const address = `${url.replace(/\/$/, '')}/graphql`;

  async function post(accept: string, query: string, variables: unknown, signal: AbortSignal): Promise<Response> {
    return send(address, {
      method: 'POST',
      headers: {
        Accept: accept,
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        ...(language && { 'Accept-Language': language }),
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
      signal,
    });
  }

  /** One attempt. */
  async function answerOf(query: string, variables: unknown, given: AbortSignal | undefined) {
    // Not `AbortSignal.timeout`: Node 20 drops the timer of one that `any` alone refers to.
    const own = new AbortController();
    const patience = setTimeout(() => own.abort(new DOMException('no answer in time', 'TimeoutError')), timeoutMs);
    const [response, text] = await post('application/json', query, variables, either(given, own.signal))
      .then(async (response) => [response, await response.text()] as const)
      .catch((error) => {
        given?.throwIfAborted();
        throw new ConnectionError(error);
      })
      .finally(() => clearTimeout(patience));
    const answer = parse(text);
    if (!answer?.data || answer.errors) throw new GatewayError(response, answer);
    return answer.data;
  }

  return {
    async ask(document, variables, { signal, isRepeatable } = {}) {
      const query = document.toString();
      const repeatable = isRepeatable ?? isRepeatableAlways(query, variables);
      for (let failures = 1; ; failures++) {
        try {
          const data = await answerOf(query, variables, signal);
          if (!repeatable || failures >= attempts || !isStillRunning(data)) return data;
          await pause(backOff(failures), signal);
        } catch (error) {
          const wait = failures < attempts ? waitAfter(error, failures, repeatable) : null;
          if (wait === null) throw error;
          await pause(wait, signal);
        }
      }
    },

    async *follow<Data, Variables>(
      document: TypedText<Data, Variables>,
      variables: Variables | ((last: Data | undefined) => Variables),
      { signal }: Pick<Ask, 'signal'> = {},
    ) {
      let last: Data | undefined;
      for (let failures = 0; !signal?.aborted; ) {
        const current =
          typeof variables === 'function' ? (variables as (last: Data | undefined) => Variables)(last) : variables;
        const attempt = new AbortController();
        const giveUp = () => attempt.abort(new Error('nothing was heard'));
        let patience = setTimeout(giveUp, timeoutMs);
        const listen = () => {
          clearTimeout(patience);
          patience = setTimeout(giveUp, SILENCE_MS);
        };
        let wait: number | null = null;
        try {
          const both = either(signal, attempt.signal);
          const response = await post('text/event-stream', document.toString(), current, both);
          const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
          if (!isStream || !response.body) throw new GatewayError(response, parse(await response.text()));
          listen();
          for await (const { event, data, retry } of eventsOf(response.body)) {
            clearTimeout(patience);
            wait = retry ?? wait;
            if (event === 'complete') {
              if (wait === null) return;
              break;
            }
            if (event === 'next') {
              failures = 0;
              const result = JSON.parse(data);
              if (result.errors) throw new GatewayError(response, result);
              last = result.data as Data;
              yield last;
            }
            listen();
          }
        } catch (error) {
          if (signal?.aborted) return;
          const lost = error instanceof GatewayError ? error : new ConnectionError(error);
          wait = waitAfter(lost, ++failures, true, Number.POSITIVE_INFINITY);
          if (wait === null) throw error;
        } finally {
          clearTimeout(patience);
          attempt.abort();
        }
        await pause(wait ?? backOff(++failures), signal).catch(() => {});
      }
    },
  };
}

function either(given: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  return given ? AbortSignal.any([given, own]) : own;
}

/** Undefined: it is no JSON, as the page of a proxy, or `null`. */
function parse(text: string) {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
