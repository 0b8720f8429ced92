/**
 * What a wish finds, and in which order (F15). Every word of the wish must begin a word of the entry, whatever their order, case and accents.
 * An entry ranks by where its words stand best: in a name before a place, before services, before descriptions; of entries that are
 * equal in this those come first that have more of the words whole.
 */
import { foldedWords } from '../text/text-search.ts';

/** Where texts stand, the best first. */
export const TEXT_PLACES = ['NAME', 'PLACE', 'SERVICES', 'DESCRIPTION'] as const;
export type TextPlace = (typeof TEXT_PLACES)[number];

/** Words of a wish. Each of them is looked up by itself, and a single letter begins very many. */
export const WISH_WORDS_MAX = 8;

/** The words of a wish, each once, sorted. None: it has neither letters nor digits, and says nothing. */
export function wishedWords(text: string): string[] {
  return [...new Set(foldedWords(text))].sort();
}

/** Where a word stands: the index of its place, doubled; one more where it only begins a word there. */
export type Grade = number;
/** The word is not there. */
export const NOWHERE: Grade = 255;

function gradeOf(place: TextPlace, isWhole: boolean): Grade {
  return TEXT_PLACES.indexOf(place) * 2 + (isWhole ? 0 : 1);
}

/** What `grade` is at this place or a later one. */
export function atBest(place: TextPlace, grade: Grade): Grade {
  return grade === NOWHERE ? NOWHERE : Math.max(grade, gradeOf(place, grade % 2 === 0));
}

/** More beginnings than a wish has words. */
const PLACE_STEP = 16;
/** The rank of an entry that a word is missing in. Others are from 0, the best: the sum of `rankStep` of the words. */
export const NOT_FOUND = -1;

/** The better of two ranks of an entry. */
export function betterRank(a: number, b: number): number {
  if (a === NOT_FOUND) return b;
  return b === NOT_FOUND ? a : Math.min(a, b);
}

/** Whether an entry has all words in its name. */
export function isInNames(rank: number): boolean {
  return rank !== NOT_FOUND && rank < PLACE_STEP;
}

/** What a word adds to the rank: sums compare by the places of all words first, and then by how many are only beginnings. */
export function rankStep(grade: Grade): number {
  return (grade >> 1) * PLACE_STEP + (grade & 1);
}
