/** Visit types as the catalogue file has them. */
import { storedTerms } from '../../data/cancellation-terms.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { groupBy } from '../../domain/group-by.ts';
import { boardingOf } from '../../domain/hotel/boarding.ts';
import { majorOf } from '../../domain/pricing/money.ts';
import { formatDate, numbered } from './export-values.ts';

const BY_NUMBER = { orderBy: { number: 'asc' } } as const;
const BY_HOTEL = { orderBy: { hotelNumber: 'asc' } } as const;

const PARTS = {
  timeConstraints: { orderBy: [{ from: 'asc' }, { to: 'asc' }] },
  categories: { orderBy: { categoryNumber: 'asc' } },
  tags: { orderBy: { tagNumber: 'asc' } },
  loyaltyPrograms: { orderBy: { loyaltyProgramNumber: 'asc' } },
  hotels: BY_HOTEL,
  priceLists: BY_NUMBER,
  promotions: { ...BY_NUMBER, include: { channels: { orderBy: { channelCode: 'asc' } }, hotels: BY_HOTEL } },
} satisfies Prisma.VisitTypeInclude;

/** A page of visit types by ascending number. */
export async function readVisitTypes(
  tx: Prisma.TransactionClient,
  page: { where: Prisma.VisitTypeWhereInput; take: number },
): Promise<{ id: number }[]> {
  const visitTypes = await tx.visitType.findMany({ ...page, include: PARTS, orderBy: { number: 'asc' } });
  // A query of its own, because most rows of a catalogue are rates: including them makes an export a sixth slower.
  const rates = groupBy(
    await tx.rate.findMany({
      where: { visitTypeNumber: { in: visitTypes.map(({ number }) => number) } },
      orderBy: [{ roomTypeNumber: 'asc' }, { from: 'asc' }],
    }),
    ({ visitTypeNumber, priceListNumber }) => `${visitTypeNumber}/${priceListNumber}`,
  );
  return visitTypes.map((visitType) => ({
    ...numbered(visitType),
    categoryIds: visitType.categories.map(({ categoryNumber }) => categoryNumber),
    tagIds: visitType.tags.map(({ tagNumber }) => tagNumber),
    loyaltyProgramIds: visitType.loyaltyPrograms.map(({ loyaltyProgramNumber }) => loyaltyProgramNumber),
    hotelIds: visitType.hotels.map(({ hotelNumber }) => hotelNumber),
    cancellationTerms: storedTerms(visitType).map(({ basisPoints, ...term }) => ({
      ...term,
      percentage: majorOf(basisPoints),
    })),
    boarding: boardingOf(visitType),
    priceLists: visitType.priceLists.map((priceList) =>
      formatPriceList(priceList, rates.get(`${visitType.number}/${priceList.number}`) ?? []),
    ),
    promotions: visitType.promotions.map(({ channels, hotels, ...promotion }) => ({
      ...numbered(promotion),
      percentage: majorOf(promotion.basisPoints),
      channels: channels.map(({ channelCode }) => channelCode),
      hotelIds: promotion.allHotels ? null : hotels.map(({ hotelNumber }) => hotelNumber),
    })),
  }));
}

function formatPriceList(
  { number, id, kind, nights, quotedPer, currency }: Prisma.PriceListGetPayload<object>,
  rates: readonly Prisma.RateGetPayload<object>[],
) {
  return {
    id: number,
    _id: id,
    kind,
    ...(nights === null ? {} : { nights }),
    quotedPer,
    currency,
    rates: rates.map(({ roomTypeNumber, from, to, amountMinor }) => ({
      roomTypeId: roomTypeNumber,
      from: formatDate(from),
      to: formatDate(to),
      amount: majorOf(amountMinor),
    })),
  };
}
