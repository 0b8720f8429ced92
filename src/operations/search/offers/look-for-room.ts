/** Offers of one room (F4): of each room type of each visit type one, if any of its stays counts. */
import { OfferColumns } from '../../../domain/offer/offer-columns.ts';
import type { OfferedStays, OfferTerms } from '../../../domain/offer/offered-stays.ts';
import type { RoomType } from '../../../domain/pricing/price-list.ts';
import type { StayPrices } from '../../../domain/pricing/stay-prices.ts';
import type { CandidateLook, Sale } from './candidate-look.ts';
import type { OfferSearch } from './offer-search.ts';

export class RoomLook implements CandidateLook {
  readonly bedsMin: number;
  readonly includeOnRequest: boolean;
  readonly found = new OfferColumns();
  readonly #stays: OfferedStays;
  readonly #maxTotal: number;
  #sale!: Sale;
  #terms!: OfferTerms;

  constructor({ bedsMin, includeOnRequest, maxTotal }: OfferSearch, stays: OfferedStays) {
    this.bedsMin = bedsMin;
    this.includeOnRequest = includeOnRequest;
    this.#maxTotal = maxTotal;
    this.#stays = stays;
  }

  begin(sale: Sale): void {
    const { includeOnRequest } = this;
    this.#sale = sale;
    this.#terms = { onDemand: sale.onDemand, includeOnRequest, maxTotal: this.#maxTotal };
  }

  room({ number }: RoomType, totals: StayPrices, remaining: Int32Array): void {
    if (!this.#stays.choose(totals, remaining, this.#terms)) return;
    const { visitTypeNumber, hotelNumber, stars, destinationNumber } = this.#sale;
    const { arrival, nights, isAvailable, totalMinor } = this.#stays;
    this.found.add({
      visitTypeNumber,
      hotelNumber,
      roomTypeNumber: number,
      arrival,
      nights,
      isAvailable,
      totalMinor,
      stars,
      destinationNumber,
    });
  }

  end(): void {}
}
