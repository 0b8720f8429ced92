/** Looks for the reason why a search found nothing (Y1). It is asked only then, so other searches do not wait for it, and kept with the list. */
import { NoOffers } from '../../../domain/offer/no-offers.ts';
import { countStays, OfferedStays } from '../../../domain/offer/offered-stays.ts';
import { Party } from '../../../domain/offer/party.ts';
import { PartyStays } from '../../../domain/offer/party-stays.ts';
import type { RoomType } from '../../../domain/pricing/price-list.ts';
import type { StayPrices } from '../../../domain/pricing/stay-prices.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { CandidateLook, Sale } from './candidate-look.ts';
import { lookAtCandidates } from './find-offers.ts';
import type { ExplainedOffers } from './offer-lists.ts';
import type { OfferSearch } from './offer-search.ts';

/** Everything but the budget, on request or not. */
const WHATEVER = { includeOnRequest: true, maxTotal: Number.POSITIVE_INFINITY };

/**
 * Why a search finds nothing.
 * @param cost what looking for that costs: no estimate has it, as most searches find something (A9)
 */
export async function explainNoOffers(
  context: RequestContext,
  search: OfferSearch,
  cost: number,
): Promise<ExplainedOffers> {
  // A search for the past looks at nothing.
  if (countStays(search.stays) > 0) await context.charge?.(cost);
  const own = context.recordContexts()();
  const stays = new OfferedStays(search.stays, context.today);
  // A search for one room is like one for a party in it.
  const party = new Party(search.party ?? [search.bedsMin]);
  const look = new NothingLook(search, new PartyStays(party, stays, context.today));
  await lookAtCandidates(own, search, { stays, look });
  return { nothing: look.found, dependencies: own.dependencies.recorded() };
}

class NothingLook implements CandidateLook {
  /** What is too small tells that something is on sale. */
  readonly bedsMin = 1;
  readonly includeOnRequest = true;
  readonly found = new NoOffers();
  readonly #search: OfferSearch;
  readonly #stays: PartyStays;
  #onDemand = false;

  constructor(search: OfferSearch, stays: PartyStays) {
    this.#search = search;
    this.#stays = stays;
  }

  begin({ onDemand }: Sale): void {
    this.#onDemand = onDemand;
    this.#stays.begin();
  }

  room(room: RoomType, totals: StayPrices, remaining: Int32Array): void {
    const { found } = this;
    if (found.isDecided && room.beds <= (found.mostGuestsInARoom ?? 0)) return;
    this.#stays.addRoomType(room, totals, remaining, { onDemand: this.#onDemand, includeOnRequest: true });
    if (!this.#stays.isPriced) return;
    found.seeStay('NO_ROOM_FOR_GUESTS');
    if (this.#stays.isLeft || this.#search.includeOnRequest) found.seeRoom(room.beds);
  }

  end(): void {
    if (this.found.isDecided || !this.#stays.choose(WHATEVER)) return;
    const canBeHad = this.#stays.isAvailable || this.#search.includeOnRequest;
    this.found.seeStay(canBeHad ? 'OVER_BUDGET' : 'SOLD_OUT');
  }
}
