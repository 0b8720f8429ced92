/** Posts one message to a webhook (S16): no redirects, nothing of the answer is read but its status, and all of it takes 15 seconds at most. */
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
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
  const { tryMs = TRY_MS } = post;
  const late = AbortSignal.timeout(tryMs);
  try {
    return { status: await statusOf(post, AbortSignal.any([signal, late])) };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: late.aborted ? 'TIMEOUT' : failureCode(error as NodeJS.ErrnoException) };
  }
}

function statusOf({ url, headers, body, allowPrivate, lookup }: WebhookPost, signal: AbortSignal): Promise<number> {
  const { protocol, hostname } = new URL(url);
  const address = addressOfHost(hostname);
  if (!allowPrivate && (protocol !== 'https:' || (address !== null && !isPublicAddress(address)))) {
    return Promise.reject(new AddressNotPublic('the address is not public'));
  }
  return new Promise((resolve, reject) => {
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
      // biome-ignore lint/style/noNonNullAssertion: a response that a client receives has a status.
      resolve(response.statusCode!);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Codes of the system and of TLS are fixed words without anything of the address. */
function failureCode(error: NodeJS.ErrnoException): string {
  if (error instanceof AddressNotPublic) return 'ADDRESS_NOT_PUBLIC';
  const { code = '' } = error;
  return /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'NO_ANSWER';
}
