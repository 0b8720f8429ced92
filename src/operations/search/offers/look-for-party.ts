/** Offers to a party (Y1): one for each visit type and hotel in which all of its rooms can be had together. */
import { OfferColumns } from '../../../domain/offer/offer-columns.ts';
import type { OfferedStays, OfferTerms } from '../../../domain/offer/offered-stays.ts';
import { Party } from '../../../domain/offer/party.ts';
import { PartyStays } from '../../../domain/offer/party-stays.ts';
import type { RoomType } from '../../../domain/pricing/price-list.ts';
import type { StayPrices } from '../../../domain/pricing/stay-prices.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import type { CandidateLook, Sale } from './candidate-look.ts';
import type { OfferSearch } from './offer-search.ts';

export class PartyLook implements CandidateLook {
  readonly bedsMin: number;
  readonly includeOnRequest: boolean;
  readonly found = new OfferColumns();
  readonly #stays: PartyStays;
  readonly #maxTotal: number;
  #sale!: Sale;
  #terms!: OfferTerms;

  constructor(
    { bedsMin, includeOnRequest, maxTotal }: OfferSearch,
    party: readonly number[],
    { stays, today }: { stays: OfferedStays; today: Day },
  ) {
    this.bedsMin = bedsMin;
    this.includeOnRequest = includeOnRequest;
    this.#maxTotal = maxTotal;
    this.#stays = new PartyStays(new Party(party), stays, today);
  }

  begin(sale: Sale): void {
    const { includeOnRequest } = this;
    this.#sale = sale;
    this.#terms = { onDemand: sale.onDemand, includeOnRequest, maxTotal: this.#maxTotal };
    this.#stays.begin();
  }

  room(room: RoomType, totals: StayPrices, remaining: Int32Array): void {
    this.#stays.addRoomType(room, totals, remaining, this.#terms);
  }

  end(): void {
    if (!this.#stays.choose(this.#terms)) return;
    const { visitTypeNumber, hotelNumber, stars, destinationNumber } = this.#sale;
    const { arrival, nights, isAvailable, totalMinor } = this.#stays;
    const roomTypeNumbers = this.#stays.roomTypeNumbers();
    this.found.add({
      visitTypeNumber,
      hotelNumber,
      // biome-ignore lint/style/noNonNullAssertion: a party has a room.
      roomTypeNumber: roomTypeNumbers[0]!,
      roomTypeNumbers,
      arrival,
      nights,
      isAvailable,
      totalMinor,
      stars,
      destinationNumber,
    });
  }
}
