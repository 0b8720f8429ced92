/** Posts one message to a webhook (S16): no redirects, nothing of the answer is read but its status, and all of it takes 15 seconds at most. */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type TimeLimit, timeLimit } from '../../domain/time/clock.ts';
import { AddressNotPublic, addressOfHost, isPublicAddress, publicLookup } from './public-address.ts';

/** How long a try may take, in milliseconds. */
export const TRY_MS = 15_000;
/** What is read of an answer, so that its connection ends in peace. */
const MAX_ANSWER_BYTES = 4_096;

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether addresses that are not public are allowed, and `http:`. */
  readonly allowPrivate: boolean;
  /** Default: `TRY_MS`. */
  readonly tryMs?: number;
  /** For tests: default resolves names and refuses those that are not public. */
  readonly lookup?: LookupFunction;
}

/** The status of the answer, or a code that says why there is none. */
export type Posted = { readonly status: number } | { readonly failure: string };

/** @throws the reason of `signal` when it is aborted */
export async function postWebhook(post: WebhookPost, signal: AbortSignal): Promise<Posted> {
  const limit = timeLimit(post.tryMs ?? TRY_MS, signal);
  try {
    return { status: await statusOf(post, limit) };
  } catch (error) {
    limit.lift();
    signal.throwIfAborted();
    return { failure: limit.signal.aborted ? 'TIMEOUT' : failureCode(error as NodeJS.ErrnoException) };
  }
}

/** The limit holds until the connection has ended: of the answer, the status alone is awaited. */
function statusOf(
  { url, headers, body, allowPrivate, lookup }: WebhookPost,
  { signal, lift }: TimeLimit,
): Promise<number> {
  const { protocol, hostname } = new URL(url);
  const address = addressOfHost(hostname);
  if (!allowPrivate && (protocol !== 'https:' || (address !== null && !isPublicAddress(address)))) {
    return Promise.reject(new AddressNotPublic('the address is not public'));
  }
  return new Promise((resolve, reject) => {
    // biome-ignore lint/style/noNonNullAssertion: a response that a client receives has a status.
    const answered = ({ statusCode }: IncomingMessage) => resolve(statusCode!);
    const options = {
      ...({ method: 'POST', agent: false, signal } as const),
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      ...(lookup ? { lookup } : allowPrivate ? {} : { lookup: publicLookup() }),
    };
    const request: ClientRequest = (protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) response.destroy();
      });
      // The status alone decides; the rest of the body does not matter.
      response.on('error', () => {});
      answered(response);
    });
    // Without a listener an answer of 101 is neither a response nor an error.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      answered(response);
    });
    request.on('error', reject);
    request.on('close', () => {
      lift();
      reject(new Error('the connection has ended without an answer'));
    });
    request.end(body);
  });
}

/** Codes of the system and of TLS are fixed words without anything of the address. */
function failureCode(error: NodeJS.ErrnoException): string {
  if (error instanceof AddressNotPublic) return 'ADDRESS_NOT_PUBLIC';
  const { code = '' } = error;
  return /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'NO_ANSWER';
}
