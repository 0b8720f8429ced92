/** Requests to the proxies of `deploy/`, over TLS. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { ReverseProxy } from './reverse-proxy.ts';

export interface Asked {
  readonly path: string;
  readonly method?: string;
  /** The name that is asked for; without one `localhost`. */
  readonly host?: string;
  /** Names and values, alternating, besides `Host`. */
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The address of the visitor. */
  readonly from?: string;
}

/** Sends a request to a proxy, from an address of this machine that is not the proxy's. */
export async function send(proxy: ReverseProxy, asked: Asked): Promise<IncomingMessage> {
  const { path, method = 'GET', host = 'localhost', headers = [], body = '', from = '127.0.0.2' } = asked;
  const sent = request({
    ...{ host: '127.0.0.1', port: proxy.port, servername: host, rejectUnauthorized: false, agent: false },
    ...{ path, method, localAddress: from },
    headers: ['Host', host, ...(body === '' ? [] : ['Content-Length', String(Buffer.byteLength(body))]), ...headers],
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

export async function ask(proxy: ReverseProxy, asked: Asked) {
  const answer = await send(proxy, asked);
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
