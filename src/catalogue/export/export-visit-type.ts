/** Visit types in the format of the catalogue file. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { groupBy } from '../../domain/group-by.ts';
import { boardingOf } from '../../domain/hotel/boarding.ts';
import { majorOf } from '../../domain/pricing/money.ts';
import { formatDate, formatLocalized, formatPercentage } from './export-values.ts';

const BY_SEASON = { orderBy: [{ from: 'asc' as const }, { to: 'asc' as const }] };

/** The parts of some visit types, by number. One query at a time, because a transaction has one connection. */
async function loadVisitTypeParts(tx: Prisma.TransactionClient, visitTypeNumbers: readonly number[]) {
  const where = { visitTypeNumber: { in: [...visitTypeNumbers] } };
  const number = { orderBy: { number: 'asc' as const } };
  const byVisitType = <Row extends { visitTypeNumber: number }>(rows: readonly Row[]) =>
    groupBy(rows, (row) => row.visitTypeNumber);
  return {
    timeConstraints: byVisitType(await tx.timeConstraint.findMany({ where, ...BY_SEASON })),
    categories: byVisitType(await tx.visitTypeCategoryLink.findMany({ where, orderBy: { categoryNumber: 'asc' } })),
    tags: byVisitType(await tx.visitTypeTag.findMany({ where, orderBy: { tagNumber: 'asc' } })),
    loyaltyPrograms: byVisitType(
      await tx.visitTypeLoyaltyProgram.findMany({ where, orderBy: { loyaltyProgramNumber: 'asc' } }),
    ),
    hotels: byVisitType(await tx.visitTypeHotel.findMany({ where, orderBy: { hotelNumber: 'asc' } })),
    priceLists: byVisitType(await tx.priceList.findMany({ where, ...number })),
    rates: groupBy(
      await tx.rate.findMany({ where, orderBy: [{ roomTypeNumber: 'asc' }, { from: 'asc' }] }),
      (rate) => `${rate.visitTypeNumber}/${rate.priceListNumber}`,
    ),
    promotions: byVisitType(await tx.promotion.findMany({ where, ...number })),
    promotionChannels: groupBy(
      await tx.promotionChannel.findMany({ where, orderBy: { channelCode: 'asc' } }),
      (link) => `${link.visitTypeNumber}/${link.promotionNumber}`,
    ),
    promotionHotels: groupBy(
      await tx.promotionHotel.findMany({ where, orderBy: { hotelNumber: 'asc' } }),
      (link) => `${link.visitTypeNumber}/${link.promotionNumber}`,
    ),
  };
}

type VisitTypeParts = Awaited<ReturnType<typeof loadVisitTypeParts>>;
type VisitTypePage = { where: Prisma.VisitTypeWhereInput; take: number };

/** Visit types by ascending number, with the last number; null: there are no more. */
export async function readVisitTypes(
  tx: Prisma.TransactionClient,
  page: VisitTypePage,
): Promise<{ entries: object[]; last: number } | null> {
  const visitTypes = await tx.visitType.findMany({ ...page, orderBy: { number: 'asc' } });
  const last = visitTypes.at(-1)?.number;
  if (last === undefined) return null;
  const parts = await loadVisitTypeParts(
    tx,
    visitTypes.map(({ number }) => number),
  );
  return { entries: visitTypes.map((visitType) => formatVisitType(visitType, parts)), last };
}

function formatVisitType(visitType: Prisma.VisitTypeGetPayload<object>, parts: VisitTypeParts): object {
  const { number } = visitType;
  return {
    id: number,
    _id: visitType.id,
    priorityPosition: visitType.priorityPosition,
    onDemand: visitType.onDemand,
    stayCategory: visitType.stayCategory,
    name: formatLocalized(visitType.name),
    categoryIds: (parts.categories.get(number) ?? []).map(({ categoryNumber }) => categoryNumber),
    tagIds: (parts.tags.get(number) ?? []).map(({ tagNumber }) => tagNumber),
    loyaltyProgramIds: (parts.loyaltyPrograms.get(number) ?? []).map(
      ({ loyaltyProgramNumber }) => loyaltyProgramNumber,
    ),
    hotelIds: (parts.hotels.get(number) ?? []).map(({ hotelNumber }) => hotelNumber),
    bookingUrl: formatLocalized(visitType.bookingUrl),
    description: formatLocalized(visitType.description),
    commercialSlogan: formatLocalized(visitType.commercialSlogan),
    notice: formatLocalized(visitType.notice),
    services: formatLocalized(visitType.services),
    nightsMin: visitType.nightsMin,
    nightsMax: visitType.nightsMax,
    reservationTimeSpan: visitType.reservationTimeSpan,
    startingDays: visitType.startingDays,
    timeConstraints: (parts.timeConstraints.get(number) ?? []).map(({ from, to }) => ({
      from: formatDate(from),
      to: formatDate(to),
    })),
    sellingFrom: formatDate(visitType.sellingFrom),
    sellingTo: formatDate(visitType.sellingTo),
    procedures: visitType.procedures,
    procedureFrequency: visitType.procedureFrequency,
    proceduresPerDay: visitType.proceduresPerDay,
    boarding: boardingOf(visitType),
    availableBoardings: visitType.availableBoardings,
    priceLists: (parts.priceLists.get(number) ?? []).map((list) => formatPriceList(list, parts)),
    promotions: (parts.promotions.get(number) ?? []).map((promotion) => formatPromotion(promotion, parts)),
  };
}

function formatPriceList(priceList: Prisma.PriceListGetPayload<object>, parts: VisitTypeParts): object {
  const { visitTypeNumber, number, id, kind, nights, quotedPer, currency } = priceList;
  const rates = parts.rates.get(`${visitTypeNumber}/${number}`) ?? [];
  return {
    id: number,
    _id: id,
    kind,
    ...(nights === null ? {} : { nights }),
    quotedPer,
    currency,
    rates: rates.map((rate) => ({
      roomTypeId: rate.roomTypeNumber,
      from: formatDate(rate.from),
      to: formatDate(rate.to),
      amount: majorOf(rate.amountMinor),
    })),
  };
}

function formatPromotion(promotion: Prisma.PromotionGetPayload<object>, parts: VisitTypeParts): object {
  const { visitTypeNumber, number, id, name, basisPoints, validFrom, validTo, allHotels } = promotion;
  const channels = parts.promotionChannels.get(`${visitTypeNumber}/${number}`) ?? [];
  const hotels = parts.promotionHotels.get(`${visitTypeNumber}/${number}`) ?? [];
  return {
    id: number,
    _id: id,
    name: formatLocalized(name),
    percentage: formatPercentage(basisPoints),
    validFrom: formatDate(validFrom),
    validTo: formatDate(validTo),
    channels: channels.map(({ channelCode }) => channelCode),
    hotelIds: allHotels ? null : hotels.map(({ hotelNumber }) => hotelNumber),
  };
}
