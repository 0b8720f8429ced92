/**
 * Pages for browsers. A page is made once, and then sent from memory in the encoding that its visitor prefers, or as 304 to
 * whoever has it. It is small: scripts and styles are assets of their own, so that nothing that stands in a page may run. No
 * page of another origin may read or frame it, whatever origins may read the API.
 */
import { computeEntityTag } from '../../http/response/entity-tag.ts';
import type { HttpResponse } from '../../http/response/response.ts';

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The Content-Security-Policy of a page: everything from this server and nothing inline; `exceptions` replace directives. */
export function pagePolicy(exceptions: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...POLICY, ...exceptions })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join(';');
}

/** A page as it is sent. It may hold the demo key, so nobody keeps it without asking again. */
export function htmlPage(
  html: string,
  { policy = pagePolicy(), language = 'en' }: { policy?: string; language?: string } = {},
): HttpResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      'Content-Language': language,
      'Content-Security-Policy': policy,
      ETag: computeEntityTag(html),
    },
    bytes: Buffer.from(html),
    isPage: true,
  };
}

/** What the scripts of a page read from its element `settings`; nothing in the values can end the element. */
export function formatSettings(settings: unknown): string {
  return JSON.stringify(settings).replaceAll('<', '\\u003c');
}
