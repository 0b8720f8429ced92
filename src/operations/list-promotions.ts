/** Promotions to show with a visit type (C3): those of the caller's channel that run now or later. */
import { all, type Soon, when } from '../data/soon.ts';
import type { NamedPromotion } from '../data/tariffs.ts';
import { isListed, promotionsAt } from '../domain/promotion.ts';
import type { RequestContext } from './request-context.ts';
import { hotelsOfVisitType } from './visibility.ts';

/** For a visit type in one hotel, which the caller must see, by ascending number. */
export function promotionsInHotel(
  context: RequestContext,
  { visitTypeNumber, hotelNumber }: { visitTypeNumber: number; hotelNumber: number },
): Soon<NamedPromotion[]> {
  return when(context.tariffs.load(visitTypeNumber), (priced) => {
    const { promotions = [] } = priced?.tariff ?? {};
    const listed = promotions.filter((promotion) => isListed(promotion, context.todayUtc));
    return promotionsAt({ promotions: listed, channel: context.caller.channel, hotelNumber });
  });
}

/** For a visit type in any hotel that the caller sees, by ascending number. */
export function promotionsOfVisitType(context: RequestContext, visitTypeNumber: number): Soon<NamedPromotion[]> {
  return when(hotelsOfVisitType(context, visitTypeNumber), (hotels) => {
    const lists = hotels.map((hotel) => promotionsInHotel(context, { visitTypeNumber, hotelNumber: hotel.number }));
    return when(all(lists), (found) => {
      const distinct = new Map(found.flat().map((promotion) => [promotion.number, promotion]));
      return [...distinct.values()].sort((a, b) => a.number - b.number);
    });
  });
}
