/**
 * Pages for browsers. A page is built once and sent from memory in the encoding that the visitor prefers, or as 304.
 * Scripts and styles are separate assets, but for the styles of rendered pages, which the policy names by their digest: nothing else that is
 * inline may run. No other origin may read or frame a page, whatever CORS allows for the API.
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

/** The Content-Security-Policy of a page: only this server, nothing inline; `exceptions` replace directives. */
export function pagePolicy(exceptions: Readonly<Record<string, string>>): string {
  return Object.entries({ ...POLICY, ...exceptions })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join(';');
}

/** A page may hold the demo key, so caches must revalidate it. */
export function htmlPage(
  html: string,
  { policy, language = 'en' }: { policy: string; language?: string },
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

/** The page with a status that says that it is not what was asked for; it is never unchanged, so it has no tag. */
export function withStatus(
  { headers: { ETag: _, ...headers }, ...page }: HttpResponse,
  status: number,
  further: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { ...page, headers: { ...headers, ...further }, status };
}

/** JSON as the content of an element of `script`: no value can end it. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
