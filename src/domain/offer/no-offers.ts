/**
 * Why a search finds no offers (Y1). A stay must meet four conditions, in this order: it is on sale at a price, its rooms have beds for the
 * guests, it can be had, its total is within the budget. The reason is the first of them with which no stay is left.
 */

/** The reason for each condition, in their order. */
const NO_OFFERS_REASONS = ['NOTHING_ON_SALE', 'NO_ROOM_FOR_GUESTS', 'SOLD_OUT', 'OVER_BUDGET'] as const;
export type NoOffersReason = (typeof NO_OFFERS_REASONS)[number];

export class NoOffers {
  #met = 0;
  /** The most beds of a room that can be had; null: there is none. */
  mostGuestsInARoom: number | null = null;

  get reason(): NoOffersReason {
    // biome-ignore lint/style/noNonNullAssertion: no more conditions are met than there are reasons.
    return NO_OFFERS_REASONS[this.#met]!;
  }

  /** Whether nothing that is seen can lead to another reason. */
  get isDecided(): boolean {
    return this.#met === NO_OFFERS_REASONS.length - 1;
  }

  /** Sees a stay of the search that `reason` keeps from being offered. */
  seeStay(reason: NoOffersReason): void {
    this.#met = Math.max(this.#met, NO_OFFERS_REASONS.indexOf(reason));
  }

  /** Sees a room that can be had, whoever sleeps in it. */
  seeRoom(beds: number): void {
    this.mostGuestsInARoom = Math.max(this.mostGuestsInARoom ?? 0, beds);
  }
}
