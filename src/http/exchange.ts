/**
 * A request on its way through the gateway, with what was read of it once and what is reported when it has been answered.
 * Nothing of what was sent is in the report.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { MaybePromise } from '../data/cache/maybe-promise.ts';
import type { Caller } from '../data/keys/api-keys.ts';
import type { Languages } from '../domain/text/locale.ts';
import type { RequestCount } from './limits/request-counts.ts';
import { parseAddress, type RequestAddress } from './request/address.ts';
import { readLanguages } from './request/languages.ts';
import type { ResponseReport } from './response/response.ts';

/** The route of requests that belong to none. */
export const NO_ROUTE = 'none';
/** The route of what is no request that could be routed. */
export const UNREADABLE = 'unreadable';

/** An answered request, for the log, the metrics and the traces. */
export interface AnsweredRequest extends ResponseReport {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of its route, never the address as it was sent. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** The public beginning of the key that was accepted; null: there was none. */
  readonly keyPrefix: string | null;
}

/** Is told of answered requests. */
export type RequestObserver = (request: AnsweredRequest) => void;

/** A request and its response. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Without a key. */
  readonly address: RequestAddress;
  /** The pattern of its route. */
  route: string = NO_ROUTE;
  /** Parameters of the path. */
  params: Readonly<Record<string, string | undefined>> = {};
  /** Parameters of the query: a repeated one is a list. */
  query: Readonly<Record<string, unknown>> = {};
  /** Who asks, once somebody has wanted to know. */
  caller: MaybePromise<Caller | null> | undefined = undefined;
  keyPrefix: string | null = null;
  /** What counts against the rate limit; null: it does not count, or nobody can count. */
  count: RequestCount | null = null;
  /** Whether the connection ends with the response, because more of the request may be under way. */
  isLast = false;
  report: ResponseReport = NOTHING_REPORTED;
  readonly #startedAt = performance.now();

  constructor(request: IncomingMessage, response: ServerResponse, requestId: string) {
    this.request = request;
    this.response = response;
    this.requestId = requestId;
    this.address = parseAddress(request.url ?? '');
  }

  get method(): string {
    return this.request.method!;
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  get languages(): Languages {
    return readLanguages(this.headers['accept-language']);
  }

  /** Reports the request when its response has ended. A client who has hung up before got none. */
  reportTo(observe: RequestObserver): void {
    const { response, requestId, method } = this;
    response.on('close', () => {
      if (!response.headersSent) return;
      const { route, keyPrefix, report } = this;
      const { source, refusal, booking } = report;
      const durationMs = performance.now() - this.#startedAt;
      observe({
        requestId,
        method,
        route,
        status: response.statusCode,
        durationMs,
        source,
        keyPrefix,
        refusal,
        booking,
      });
    });
  }
}

const NOTHING_REPORTED: ResponseReport = { source: null, refusal: null, booking: null };
