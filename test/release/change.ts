/** What a difference between two versions of an interface means for its callers. */

/**
 * - `breaking`: a correct caller of the older version may fail with the newer one.
 * - `dangerous`: a careless caller may fail (a new enum value, another default).
 * - `safe`: callers notice nothing.
 */
export type Level = 'breaking' | 'dangerous' | 'safe';

/** One difference. */
export interface Change {
  readonly level: Level;
  /** The affected part, as the changelog must name it: `Image.thumbnailUrl`, `GET /v2/hotels`. */
  readonly where: string;
  /** The change, for people. */
  readonly what: string;
}

/** A change as a line of text. */
export function lineOf({ where, what }: Change): string {
  return `\`${where}\`: ${what}`;
}
