/**
 * The part of the catalogue that a wish finds (F15). Its words may be those of a visit type and of one hotel that sells it: of a hotel that the
 * caller does not see nothing is looked at.
 */
import { anyOfKind, type EpochKind } from '../../../data/cache/cache-tags.ts';
import { chainAll } from '../../../data/cache/maybe-promise.ts';
import type { WordsOf } from '../../../data/reads/word-indexes.ts';
import { Portion } from '../../../data/turns.ts';
import { atBest, NOT_FOUND, NOWHERE } from '../../../domain/wish/word-grades.ts';
import { indexOf, WishGrades } from '../../../domain/wish/word-index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { giveWay } from '../../deadline.ts';

/** What a wish finds depends on these. */
export const WISHES_MADE_OF: readonly EpochKind[] = ['structure', 'visitType', 'hotel', 'destination', 'dictionary'];

/** Read together; each takes some milliseconds. */
const INDEXES_READ_TOGETHER = 4;
/** So many that are in memory are looked at before other requests get a turn: a few milliseconds. */
const INDEXES_PER_TURN = 100;
/** Hotels whose grades are looked at before other requests get a turn. */
const GRADED_PER_TURN = 5_000;

/** The grades of words in entities, whose numbers may be in any order. Other requests get their turns while texts are read. */
export async function gradeWords(
  context: RequestContext,
  of: WordsOf,
  { words, numbers }: { words: readonly string[]; numbers: Iterable<number> },
): Promise<WishGrades> {
  for (const kind of WISHES_MADE_OF) context.dependencies.use(anyOfKind(kind));
  const found = new WishGrades(words);
  const needed = new Set<number>();
  for (const number of numbers) needed.add(indexOf(number));
  const indexes = [...needed];
  const turn = new Portion(INDEXES_PER_TURN);
  for (let start = 0; start < indexes.length; start += INDEXES_READ_TOGETHER) {
    const portion = indexes.slice(start, start + INDEXES_READ_TOGETHER);
    const loaded = chainAll(portion.map((index) => context.services.words.load(of, index)));
    const read = loaded instanceof Promise ? await loaded : loaded;
    if (turn.add(portion.length) || loaded instanceof Promise) await giveWay(context);
    for (const [place, index] of portion.entries()) {
      // biome-ignore lint/style/noNonNullAssertion: each index of the portion was loaded.
      found.add(index, read[place]!);
    }
  }
  return found;
}

/** The words of a wish in visit types and the hotels that sell them. */
export class WishInSales {
  readonly #visitTypes: WishGrades;
  /** Grades by hotel, of those that have some of the words; a hotel's name counts as a place. */
  readonly #besides: ReadonlyMap<number, Uint8Array>;

  private constructor(visitTypes: WishGrades, besides: ReadonlyMap<number, Uint8Array>) {
    this.#visitTypes = visitTypes;
    this.#besides = besides;
  }

  static async load(
    context: RequestContext,
    {
      words,
      visitTypes,
      hotels,
    }: { words: readonly string[]; visitTypes: Iterable<number>; hotels: readonly number[] },
  ): Promise<WishInSales> {
    const inVisitTypes = await gradeWords(context, 'visitType', { words, numbers: visitTypes });
    const inHotels = await gradeWords(context, 'hotel', { words, numbers: hotels });
    const besides = new Map<number, Uint8Array>();
    const turn = new Portion(GRADED_PER_TURN);
    for (const hotel of hotels) {
      if (turn.add(1)) await giveWay(context);
      const grades = inHotels.gradesOf(hotel);
      if (grades.some((grade) => grade !== NOWHERE)) {
        besides.set(
          hotel,
          grades.map((grade) => atBest('PLACE', grade)),
        );
      }
    }
    return new WishInSales(inVisitTypes, besides);
  }

  /** The hotels that have some of the words. In all others a visit type ranks as it does by itself. */
  get hotels(): number[] {
    return [...this.#besides.keys()];
  }

  /** The rank of a visit type in a hotel, or by itself; `NOT_FOUND`: a word is missing. */
  rankOf(visitType: number, hotel: number | null): number {
    return this.#visitTypes.rankOf(visitType, hotel === null ? null : this.#besides.get(hotel));
  }

  finds(visitType: number, hotel: number): boolean {
    return this.rankOf(visitType, hotel) !== NOT_FOUND;
  }
}
