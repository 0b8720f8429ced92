/** What the endpoints below `/manage` share: their answers may take long, so they end when the process or the client does. */
import { METHODS } from 'node:http';
import type { Scope } from '../../data/generated/prisma/enums.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import { codeOfError } from '../../graphql/execution/errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { type Exchange, NO_ROUTE } from '../../http/exchange.ts';
import { identify } from '../../http/request/caller.ts';
import { BrokenOff } from '../../http/request/receive-file.ts';
import { RefusedRequest } from '../../http/request/refused-request.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { isDiskFull } from '../../operations/service-unavailable.ts';
import { answerToRefused, failure, methodNotAllowed, type RestResponse, toHttpResponse } from '../rest-response.ts';
import { statusOfCode } from '../run-document.ts';

export const NO_STORE = { 'Cache-Control': 'no-store' };

/** Called with every failure that is not the caller's fault. */
export type Report = (error: unknown, requestId: string) => void;

type Respond = (exchange: Exchange, signal: AbortSignal) => Promise<HttpResponse>;

export class LongEndpoints {
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** The endpoints of a path; other methods are refused. */
  of(path: string, answers: readonly { readonly methods: readonly string[]; readonly respond: Respond }[]): Endpoint[] {
    const allowed = answers.flatMap(({ methods }) => methods).toSorted();
    const others = METHODS.filter((method) => !allowed.includes(method));
    return [
      ...answers.map(({ methods, respond }) => this.#endpoint(path, methods, respond)),
      {
        ...this.#endpoint(path, others, async () => toHttpResponse(methodNotAllowed(allowed))),
        ...{ route: NO_ROUTE, admission: 'refused' },
      },
    ];
  }

  #endpoint(path: string, methods: readonly string[], respond: Respond): Endpoint {
    return {
      ...{ methods, path, admission: 'counted', vary: ['Authorization'] },
      respond: (exchange) =>
        this.track(respond(exchange, AbortSignal.any([this.#closing.signal, goneSignal(exchange)]))),
      refuse: (error, exchange) => this.answerToThrown(error, exchange),
    };
  }

  /** Waits for something before it has closed. */
  async track<Value>(ended: Promise<Value>): Promise<Value> {
    this.#underWay.add(ended);
    try {
      return await ended;
    } finally {
      this.#underWay.delete(ended);
    }
  }

  answerToThrown(error: unknown, exchange: Exchange): HttpResponse {
    if (error instanceof RefusedRequest) return toHttpResponse(answerToRefused(error));
    // Nobody reads the response to a broken request.
    if (error instanceof BrokenOff) return toHttpResponse(failure(400));
    this.#report(error, exchange.requestId);
    return toHttpResponse(failure(isDiskFull(error) ? 507 : statusOfCode(codeOfError(error))));
  }

  /** Cancels what is under way, and resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.#closing.abort(new BrokenOff());
    await Promise.allSettled(this.#underWay);
  }
}

/** The caller, if its key has the scope; else 401 or 403. */
export async function callerWith(
  scope: Scope,
  exchange: Exchange,
  apiKeys: ApiKeys,
): Promise<{ readonly caller: Caller } | { readonly refusal: RestResponse }> {
  const caller = await identify(exchange, apiKeys);
  if (caller === null) return { refusal: failure(401) };
  if (!caller.scopes.has(scope)) return { refusal: failure(403, `The API key lacks the scope ${scope}.`) };
  return { caller };
}

/** Aborted when the client is gone before it has the response. */
function goneSignal({ response }: Exchange): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new BrokenOff());
  });
  return gone.signal;
}
