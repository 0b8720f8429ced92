/** Promotions to show with a visit type (C3): those of the caller's channel that run now or start later. */
import type { NamedPromotion } from '../data/tariffs.ts';
import { isListed, promotionsAt } from '../domain/promotion.ts';
import type { Session } from './session.ts';
import { hotelsOfVisitType } from './visibility.ts';

/** The promotions to show with a visit type in one hotel, which the caller sees, by ascending number. */
export async function promotionsInHotel(
  session: Session,
  { visitTypeNumber, hotelNumber }: { visitTypeNumber: number; hotelNumber: number },
): Promise<NamedPromotion[]> {
  const priced = await session.tariffs.load(visitTypeNumber);
  const { promotions = [] } = priced?.tariff ?? {};
  const listed = promotions.filter((promotion) => isListed(promotion, session.todayUtc));
  return promotionsAt({ promotions: listed, channel: session.caller.channel, hotelNumber });
}

/** The promotions to show with a visit type: those that hold in some hotel that the caller sees, by ascending number. */
export async function promotionsOfVisitType(session: Session, visitTypeNumber: number): Promise<NamedPromotion[]> {
  const hotels = await hotelsOfVisitType(session, visitTypeNumber);
  const lists = await Promise.all(
    hotels.map((hotel) => promotionsInHotel(session, { visitTypeNumber, hotelNumber: hotel.number })),
  );
  const distinct = new Map(lists.flat().map((promotion) => [promotion.number, promotion]));
  return [...distinct.values()].sort((a, b) => a.number - b.number);
}
