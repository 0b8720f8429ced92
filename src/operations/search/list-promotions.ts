/** Promotions to show with a visit type (C3): those of the caller's channel that run now or later. */
import { chain, chainAll, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import { applicablePromotions, isListed } from '../../domain/pricing/promotion.ts';
import type { RequestContext } from '../access/request-context.ts';
import { visibleHotelNumbersOfVisitType } from '../access/visibility.ts';

/** For a visit type in one hotel, which the caller must see, by ascending number. */
export function promotionsInHotel(
  context: RequestContext,
  { visitTypeNumber, hotelNumber }: { visitTypeNumber: number; hotelNumber: number },
): MaybePromise<NamedPromotion[]> {
  return chain(context.tariffs.load(visitTypeNumber), (priced) => {
    const { promotions = [] } = priced?.tariff ?? {};
    const listed = promotions.filter((promotion) => isListed(promotion, context.todayUtc));
    return applicablePromotions({ promotions: listed, channel: context.caller.channel, hotelNumber });
  });
}

/** For a visit type in any hotel that the caller sees, by ascending number. */
export function promotionsOfVisitType(
  context: RequestContext,
  visitTypeNumber: number,
): MaybePromise<NamedPromotion[]> {
  return chain(visibleHotelNumbersOfVisitType(context, visitTypeNumber), (hotels) => {
    const lists = hotels.map((hotelNumber) => promotionsInHotel(context, { visitTypeNumber, hotelNumber }));
    return chain(chainAll(lists), (found) => {
      const distinct = new Map(found.flat().map((promotion) => [promotion.number, promotion]));
      return [...distinct.values()].sort((a, b) => a.number - b.number);
    });
  });
}
