/**
 * Servers beside that of the application, of small answers without a key: metrics, and what is said while the database is migrated. Strangers
 * reach their ports as they reach its own, so they have its guards (A1, A3).
 */
import type { Server } from 'node:http';
import type { MaybePromise } from '../data/cache/maybe-promise.ts';
import { Exchange } from '../http/exchange.ts';
import { findHeadFault, splitAddress } from '../http/request/head.ts';
import type { HttpResponse } from '../http/response/response.ts';
import { writePlain } from '../http/response/write.ts';
import { answerToRefused, toHttpResponse } from '../rest/rest-response.ts';
import type { Guards } from './guards.ts';
import { createHttpServer } from './http-server.ts';

interface SmallServerOptions {
  readonly guards: Guards;
  /** Whether clients that wait for `100 Continue` get the answer instead. */
  readonly delaysContinue: boolean;
}

/**
 * A server that is not yet listening.
 * @param respond may set `closesConnection` of the exchange. If it rejects, the connection breaks off. `path` has no slash at its end, which
 *   changes nothing (I7).
 */
export function createSmallServer(
  respond: (exchange: Exchange, path: string) => MaybePromise<HttpResponse>,
  { guards: { proxies, connections, unsent }, delaysContinue }: SmallServerOptions,
): Server {
  async function answer(exchange: Exchange): Promise<void> {
    const fault = findHeadFault(exchange.request);
    exchange.closesConnection = fault !== null;
    const path = splitAddress(exchange.address.url).path.replace(/(?<=.)\/$/, '');
    const response = fault === null ? await respond(exchange, path) : toHttpResponse(answerToRefused(fault));
    unsent.limitIdleTime(exchange, response.bytes.length);
    writePlain(exchange, response);
    unsent.watch(exchange);
  }

  return createHttpServer(
    (request, response) => {
      answer(new Exchange(request, response, proxies)).catch(() => response.destroy());
    },
    { delaysContinue: () => delaysContinue, onUnreadable: () => {}, connections },
  );
}
