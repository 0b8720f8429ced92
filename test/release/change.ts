/** What a difference between two versions of an interface means for those who call it. */

/**
 * - `breaking`: a correct caller of the older version may fail with the newer one.
 * - `dangerous`: it may get what it has no answer to, if it was not written with care (a new value of an enum, another default).
 * - `safe`: it notices nothing.
 */
export type Level = 'breaking' | 'dangerous' | 'safe';

/** One difference. */
export interface Change {
  readonly level: Level;
  /** What is concerned, as the changelog has to name it: `Image.thumbnailUrl`, `GET /v2/hotels`. */
  readonly where: string;
  /** What became of it, for people. */
  readonly what: string;
}

/** A change as a line of text. */
export function lineOf({ where, what }: Change): string {
  return `\`${where}\`: ${what}`;
}
