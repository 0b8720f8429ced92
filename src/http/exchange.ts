/**
 * A request on its way through the gateway: what was parsed once, and what is reported after the response. The report
 * holds nothing of what was sent.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../data/cache/maybe-promise.ts';
import type { Caller } from '../data/keys/api-keys.ts';
import type { Simulation } from '../domain/booking/simulation.ts';
import { type Languages, languagesOf } from '../domain/text/locale.ts';
import { networkOf } from './limits/rate-limit.ts';
import type { Usage } from './limits/usage.ts';
import { parseAddress, type RequestAddress } from './request/head.ts';
import { isLocalRequest } from './request/local-request.ts';
import type { TrustedProxies } from './request/trusted-proxies.ts';
import type { ResponseReport } from './response/response.ts';

export const NO_ROUTE = 'none';
/** The route of unreadable requests. */
export const UNREADABLE = 'unreadable';
export const NOTHING_REPORTED: ResponseReport = { source: null, refusal: null, booking: null };

/** An answered request, for logs, metrics and traces. */
export interface AnsweredRequest extends ResponseReport {
  /** The id that the response names (F11). */
  readonly requestId: string;
  readonly method: string;
  /** The pattern, never the address. */
  readonly route: string;
  readonly status: number;
  /** How long it took, less the time in which it only waited for an event (S15). */
  readonly durationMs: number;
  /** The public prefix of the accepted key; null: none. */
  readonly keyPrefix: string | null;
}

/** The report of a request that cannot be read. Its duration is not known. */
export const UNREADABLE_REQUEST = {
  ...{ requestId: '', method: '', route: UNREADABLE, durationMs: 0, keyPrefix: null },
  ...NOTHING_REPORTED,
};

export type RequestObserver = (request: AnsweredRequest) => void;

/** The header with the id of a request (F11): the caller's own, so that both sides find it in their logs, or one of ours. */
export const REQUEST_ID = 'x-request-id';

const CALLERS_OWN = /^[A-Za-z0-9._-]{1,100}$/;
/** What the log cuts from its lines: ids of entities, keys, secrets. A request under such an id could not be found in it. */
const CUT_FROM_LOGS = /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])|ssg_|whsec_/;

/** Ours are unique among processes, and cheap: a random beginning, and a number; in hexadecimal digits, which make no words. */
const PREFIX = `req-${randomBytes(5).toString('hex')}-`;
let requests = 0;

/** The id of a request with these headers. A header that was sent twice is no id. */
export function requestIdOf({ [REQUEST_ID]: sent }: IncomingHttpHeaders): string {
  return typeof sent === 'string' && CALLERS_OWN.test(sent) && !CUT_FROM_LOGS.test(sent) ? sent : createRequestId();
}

/** For a request whose headers cannot be read. */
export function createRequestId(): string {
  return `${PREFIX}${(++requests).toString(16)}`;
}

/** Callers send few distinct `Accept-Language`, so each is parsed once. */
const languages = new LRUCache<string, Languages>({ max: 200, memoMethod: (header) => languagesOf(header) });

/** A missing header counts as an empty one. */
export function readLanguages(acceptLanguage: string | undefined): Languages {
  return languages.memo(acceptLanguage ?? '');
}

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The address with its key removed. */
  readonly address: RequestAddress;
  /** The pattern. */
  route: string = NO_ROUTE;
  params: Readonly<Record<string, string | undefined>> = {};
  /** A repeated parameter is a list. */
  query: Readonly<Record<string, unknown>> = {};
  /** Cached by `identify`. */
  caller: MaybePromise<Caller | null> | undefined = undefined;
  keyPrefix: string | null = null;
  /** The case to simulate for the caller's booking; null: nothing is simulated. */
  simulation: Simulation | null = null;
  /** What it counts against the rate limits; null: nothing. */
  usage: Usage | null = null;
  /** Whether to close the connection after the response, because more of the request may be arriving. */
  closesConnection = false;
  report: ResponseReport = NOTHING_REPORTED;
  /** How long it has waited for something to happen, in milliseconds. */
  waitedMs = 0;
  readonly #startedAt = performance.now();
  readonly #proxies: TrustedProxies | null;
  #clientAddress: string | null = null;

  /** @param proxies null: none is trusted */
  constructor(request: IncomingMessage, response: ServerResponse, proxies: TrustedProxies | null = null) {
    this.request = request;
    this.response = response;
    this.#proxies = proxies;
    this.requestId = requestIdOf(request.headers);
    this.address = parseAddress(request.url ?? '');
  }

  get method(): string {
    // biome-ignore lint/style/noNonNullAssertion: a request that a server receives has a method.
    return this.request.method!;
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  /** The address of the client, as the limits count it (A1); empty where the connection was gone before it was accepted. */
  get clientAddress(): string {
    if (this.#proxies === null) return this.request.socket.remoteAddress ?? '';
    // Reading the header anew for each limit would cost more than to cache it.
    this.#clientAddress ??= this.#proxies.clientAddressOf(this.request);
    return this.#clientAddress;
  }

  /** Whether a program of this machine asks (A1). Behind proxies nobody is known to be one. */
  get isFromThisMachine(): boolean {
    return this.#proxies === null && isLocalRequest(this.request);
  }

  /** Whether a trusted proxy holds the connection (A1). */
  get isFromProxy(): boolean {
    return this.#proxies?.isTrustedProxy(this.request.socket.remoteAddress) ?? false;
  }

  /** The network of the client: its IPv4 address, or its IPv6 network of 64 bits. */
  get network(): string {
    return networkOf(this.clientAddress);
  }

  /** The holder whose unsent bytes the response adds to: the key and the network that use it (A3). */
  get holder(): string {
    return `${this.keyPrefix ?? ''} ${this.network}`;
  }

  get languages(): Languages {
    return readLanguages(this.headers['accept-language']);
  }

  /** Runs synchronous work, whose time is charged for if the request is refused (A2). */
  working<Result>(run: () => Result): Result {
    return this.usage ? this.usage.working(run) : run();
  }

  /** Reports the request when its response ends. Clients that disconnected before it are not reported. */
  reportTo(observers: readonly RequestObserver[]): void {
    const { response, requestId, method } = this;
    response.on('close', () => {
      if (!response.headersSent) return;
      const { route, keyPrefix, report } = this;
      const durationMs = performance.now() - this.#startedAt - this.waitedMs;
      const answered = { requestId, method, route, status: response.statusCode, durationMs, keyPrefix, ...report };
      for (const observe of observers) observe(answered);
    });
  }
}
