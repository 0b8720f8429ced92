// biome-ignore-all lint/style/noNonNullAssertion: places are within the arrays that they were made for.
/**
 * The words of some entries of the catalogue, to be looked up by their beginnings (F15). An index has the entries of a range of numbers,
 * so that a change makes a small part of the catalogue be read again.
 */
import { detachText } from '../text/detach-text.ts';
import { foldText } from '../text/text-search.ts';
import { type Grade, NOT_FOUND, NOWHERE, rankStep, TEXT_PLACES, type TextPlace } from './word-grades.ts';

/** Numbers of an index. */
export const INDEXED_NUMBERS = 64;

/** The index that has a number. */
export function indexOf(number: number): number {
  return Math.floor(number / INDEXED_NUMBERS);
}

/** A text of an entry. */
export interface PlacedText {
  readonly number: number;
  readonly place: TextPlace;
  readonly text: string;
}

/** Runs of letters and digits with their accents. Folded they are the words of the folded text. */
const WRITTEN_WORDS = /[\p{L}\p{N}\p{M}]+/gu;

const PLACES = TEXT_PLACES.length;
/** What a reference to a word takes in memory. */
const BYTES_PER_WORD = 8;

export class WordIndex {
  /** Sorted. */
  readonly #words: readonly string[];
  /** Where the occurrences of a word begin; the last one is the end. */
  readonly #starts: Uint32Array;
  /** An entry and the best place of the word in it: the entry's place in the range, times `PLACES`, plus the index of that place. */
  readonly #occurrences: Uint16Array;

  constructor(texts: Iterable<PlacedText>, { fold } = new WordFolder()) {
    const placesOf = bestPlaces(texts, fold);
    this.#words = [...placesOf.keys()].sort();
    this.#starts = new Uint32Array(this.#words.length + 1);
    const occurrences: number[] = [];
    this.#words.forEach((word, index) => {
      placesOf.get(word)!.forEach((place, within) => {
        if (place !== NOWHERE) occurrences.push(within * PLACES + place);
      });
      this.#starts[index + 1] = occurrences.length;
    });
    this.#occurrences = Uint16Array.from(occurrences);
  }

  /** The memory that it takes, without its words, which it may share with other indexes. */
  get bytes(): number {
    return this.#words.length * BYTES_PER_WORD + this.#starts.byteLength + this.#occurrences.byteLength;
  }

  /** The grades of all its entries: for each number of the range one of each word. */
  gradesOf(words: readonly string[]): Uint8Array {
    const grades = new Uint8Array(INDEXED_NUMBERS * words.length).fill(NOWHERE);
    words.forEach((wished, wish) => {
      for (let place = this.#firstFrom(wished); this.#words[place]?.startsWith(wished); place++) {
        const beginning = this.#words[place]!.length === wished.length ? 0 : 1;
        const end = this.#starts[place + 1]!;
        for (let at = this.#starts[place]!; at < end; at++) {
          const occurrence = this.#occurrences[at]!;
          const entry = Math.floor(occurrence / PLACES) * words.length + wish;
          const grade: Grade = (occurrence % PLACES) * 2 + beginning;
          if (grade < grades[entry]!) grades[entry] = grade;
        }
      }
    });
    return grades;
  }

  /** The place of the first word that is not before `wished`. */
  #firstFrom(wished: string): number {
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#words[middle]! < wished) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The best place of each word in each number of the range, as an index of `TEXT_PLACES`; `NOWHERE`: the number does not have the word. */
function bestPlaces(texts: Iterable<PlacedText>, fold: (written: string) => string): Map<string, Uint8Array> {
  const byWord = new Map<string, Uint8Array>();
  for (const { number, place, text } of texts) {
    const within = number - indexOf(number) * INDEXED_NUMBERS;
    const index = TEXT_PLACES.indexOf(place);
    for (const written of text.match(WRITTEN_WORDS) ?? []) {
      const word = fold(written);
      let places = byWord.get(word);
      if (!places) {
        places = new Uint8Array(INDEXED_NUMBERS).fill(NOWHERE);
        byWord.set(word, places);
      }
      if (index < places[within]!) places[within] = index;
    }
  }
  // A lone accent is no word.
  byWord.delete('');
  return byWord;
}

/** More words than the texts of a large catalogue have. */
const KNOWN_WORDS = 200_000;

/**
 * Folds words, each once: the texts of a catalogue have few different words, and folding one takes longer than all else. Indexes that are made
 * with it share their words.
 */
export class WordFolder {
  readonly #known = new Map<string, string>();

  readonly fold = (written: string): string => {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    if (this.#known.size > KNOWN_WORDS) this.#known.clear();
    const own = detachText(written);
    const folded = foldText(own);
    const word = this.#known.get(folded) ?? folded;
    this.#known.set(word, word).set(own, word);
    return word;
  };
}

/** The grades of a wish in entries of one kind. */
export class WishGrades {
  readonly #words: readonly string[];
  /** The grades of an index under its number. */
  readonly #grades = new Map<number, Uint8Array>();

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  add(index: number, words: WordIndex): void {
    this.#grades.set(index, words.gradesOf(this.#words));
  }

  /** The grade of each word in an entry. */
  gradesOf(number: number): Uint8Array {
    const index = indexOf(number);
    const start = (number - index * INDEXED_NUMBERS) * this.#words.length;
    return (
      this.#grades.get(index)?.slice(start, start + this.#words.length) ??
      new Uint8Array(this.#words.length).fill(NOWHERE)
    );
  }

  /**
   * The rank of an entry, or `NOT_FOUND`.
   * @param beside the grades of another entry whose words count as well: of each word the better grade does
   */
  rankOf(number: number, beside?: Uint8Array | null): number {
    const index = indexOf(number);
    const grades = this.#grades.get(index);
    const start = (number - index * INDEXED_NUMBERS) * this.#words.length;
    let rank = 0;
    for (let word = 0; word < this.#words.length; word++) {
      const grade = Math.min(grades?.[start + word] ?? NOWHERE, beside?.[word] ?? NOWHERE);
      if (grade === NOWHERE) return NOT_FOUND;
      rank += rankStep(grade);
    }
    return rank;
  }
}
