/**
 * Entity tags: digests of the bytes of a response, so that a caller who still has them gets no body (V6). They are
 * strong, and depend on the bytes and the languages alone: every process gives the same content the same tag.
 */
import { createHash } from 'node:crypto';
import fresh from 'fresh';
import type { Bytes } from '../../operations/page/serialized-json.ts';

const TAG_CHARACTERS = 32;

/** The quoted entity tag of bytes, or of a text in UTF-8. */
export function computeEntityTag(content: Bytes | string, contentLanguage = ''): string {
  const hash = createHash('sha256').update(contentLanguage).update('\n');
  for (const part of typeof content !== 'string' && 'parts' in content ? content.parts : [content]) hash.update(part);
  return `"${hash.digest('base64url').slice(0, TAG_CHARACTERS)}"`;
}

/** Whether `If-None-Match` names the tag: in a list, as a weak tag, or by `*`. */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // Only this header: other cache directives of the request concern caches, not the origin. The list may be separated
  // by tabs as well as spaces.
  return fresh({ 'if-none-match': ifNoneMatch.replaceAll('\t', ' ').trim() }, { etag: tag });
}
