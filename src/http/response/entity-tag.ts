/**
 * Entity tags: what stands for the bytes of an answer, so that a caller who still has them is told so without a body (V6).
 * They are strong, and made of the bytes and the languages alone: the same content has the same tag in every process.
 */
import { createHash } from 'node:crypto';
import fresh from 'fresh';

const TAG_CHARACTERS = 32;

/** The entity tag of an answer, with its quotes: of its bytes, or of the text that they are in UTF-8. */
export function computeEntityTag(content: Buffer | string, contentLanguage = ''): string {
  const hash = createHash('sha256').update(contentLanguage).update('\n').update(content);
  return `"${hash.digest('base64url').slice(0, TAG_CHARACTERS)}"`;
}

/** Whether `If-None-Match` names the tag: in a list, as a weak tag, or by `*`. */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // Only this header: what the request says to caches does not concern the one who made the answer. Tabs may stand between
  // the tags of a list as spaces do.
  return fresh({ 'if-none-match': ifNoneMatch.replaceAll('\t', ' ').trim() }, { etag: tag });
}
