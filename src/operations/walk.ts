/**
 * Walks through the catalogue (A9): lists in memory whose entries lead on to further lists. What a walk costs follows averages, so it may
 * show far more than was estimated. It shows some entries in each turn of the event loop, and ends at the deadline of its request.
 */
import { chain, type MaybePromise } from '../data/cache/maybe-promise.ts';
import { nextTurn } from '../data/turns.ts';
import { type Deadline, throwIfExpired } from './deadline.ts';

/** Entries that are shown before other requests get a turn: a few milliseconds. */
const ENTRIES_PER_TURN = 1_000;

interface WaitingList {
  readonly entries: number;
  readonly show: () => void;
}

/** The lists of one request. The one that came last goes first, so only few wait at the same time. */
export class Walk {
  readonly #waiting: WaitingList[] = [];
  #shown = 0;
  #isGivingWay = false;

  /** Resolves when a list of so many entries may be shown; null: at once. */
  turnOf(entries: number): Promise<void> | null {
    this.#shown += entries;
    if (!this.#isGivingWay && this.#shown <= ENTRIES_PER_TURN) return null;
    return new Promise((show) => {
      this.#waiting.push({ entries, show });
      if (!this.#isGivingWay) void this.#giveWay();
    });
  }

  async #giveWay(): Promise<void> {
    this.#isGivingWay = true;
    while (this.#waiting.length > 0) {
      await nextTurn();
      this.#shown = 0;
      while (this.#shown < ENTRIES_PER_TURN) {
        const list = this.#waiting.pop();
        if (!list) break;
        this.#shown += list.entries;
        list.show();
      }
    }
    this.#isGivingWay = false;
  }
}

/**
 * A list whose entries lead on through the catalogue, when its request may show it. Call it in the resolver of each: an answer that is assembled
 * from memory would notice neither other requests nor its deadline otherwise.
 * @throws ServiceUnavailable after the deadline
 */
export function inTurn<Entry>(
  context: { readonly walk: Walk; readonly deadline: Deadline | null },
  load: () => MaybePromise<readonly Entry[]>,
): MaybePromise<readonly Entry[]> {
  throwIfExpired(context);
  return chain(load(), (entries) => {
    const turn = context.walk.turnOf(entries.length);
    if (turn === null) return entries;
    return turn.then(() => {
      throwIfExpired(context);
      return entries;
    });
  });
}
