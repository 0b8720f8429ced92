/**
 * Price lists and promotions that a file does not name stay in the database. They must be consistent with the file's visit
 * type: no night with two rates (P3), no rate or promotion for a hotel that no longer sells it.
 */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { groupBy } from '../../domain/group-by.ts';
import { overlappingRates, type PriceList } from '../../domain/pricing/price-list.ts';
import { utcDay } from '../../domain/time/civil-date.ts';
import type { VisitTypeEntry } from '../file/file-visit-type.ts';
import type { Place, ProblemList } from '../file/problems.ts';
import { formatOverlap, placedPriceLists } from './check-visit-type.ts';
import type { Salvaged } from './validate-entry.ts';

interface PlacedVisitType {
  place: Place;
  entry: Salvaged<VisitTypeEntry>;
}

/** Reports visit types of the file that conflict with what stays. */
export async function checkRetained(
  tx: Prisma.TransactionClient,
  visitTypes: readonly PlacedVisitType[],
  problems: ProblemList,
): Promise<void> {
  const numbers = visitTypes.map(({ entry }) => entry.id).filter((id) => id !== undefined);
  /** Whether the file does not name a price list, or a promotion. */
  const staysAmong = (field: 'priceLists' | 'promotions') => {
    const named = new Set(
      visitTypes.flatMap(({ entry }) => (entry[field] ?? []).map((part) => `${entry.id}/${part?.id}`)),
    );
    return (visitType: number, number: number) => !named.has(`${visitType}/${number}`);
  };
  const lists = await readRetainedPriceLists(tx, numbers, staysAmong('priceLists'));
  const promotionStays = staysAmong('promotions');
  const promotionHotels = await tx.promotionHotel.findMany({ where: { visitTypeNumber: { in: numbers } } });
  const promotions = groupBy(
    promotionHotels.filter(({ visitTypeNumber, promotionNumber }) => promotionStays(visitTypeNumber, promotionNumber)),
    ({ visitTypeNumber }) => visitTypeNumber,
  );
  for (const { entry, place } of visitTypes) {
    if (entry.id === undefined) continue;
    checkPriceLists(entry, { place, problems, staying: lists.get(entry.id) ?? [] });
    for (const { promotionNumber, hotelNumber } of promotions.get(entry.id) ?? []) {
      if (!entry.hotelIds || entry.hotelIds.includes(hotelNumber)) continue;
      const message = `promotion ${promotionNumber}, which stays, is for hotel ${hotelNumber}, which is not among the hotelIds`;
      problems.add([...place, 'hotelIds'], 'MISMATCH', message);
    }
  }
}

type RetainedPriceList = PriceList & { hotelNumbers: ReadonlySet<number> };

function checkPriceLists(
  entry: Salvaged<VisitTypeEntry>,
  { place, problems, staying }: { place: Place; problems: ProblemList; staying: readonly RetainedPriceList[] },
): void {
  if (staying.length === 0) return;
  for (const { number, hotelNumbers } of staying) {
    for (const hotelNumber of hotelNumbers) {
      if (!entry.hotelIds || entry.hotelIds.includes(hotelNumber)) continue;
      const message = `price list ${number}, which stays, has rates in hotel ${hotelNumber}, which is not among the hotelIds`;
      problems.add([...place, 'hotelIds'], 'MISMATCH', message);
    }
  }
  const { priceLists, placeOf } = placedPriceLists(entry, place);
  for (const { a, b } of overlappingRates([...priceLists, ...staying])) {
    const [aIsInFile, bIsInFile] = [a.listIndex < priceLists.length, b.listIndex < priceLists.length];
    if (aIsInFile === bIsInFile) continue;
    const [rate, other] = bIsInFile ? [b, a] : [a, b];
    problems.add(placeOf(rate), 'OVERLAP', formatOverlap({ rate, other, otherPlace: null }));
  }
}

async function readRetainedPriceLists(
  tx: Prisma.TransactionClient,
  visitTypes: number[],
  stays: (visitType: number, number: number) => boolean,
): Promise<Map<number, RetainedPriceList[]>> {
  const lists = await tx.priceList.findMany({
    where: { visitTypeNumber: { in: visitTypes } },
    orderBy: [{ visitTypeNumber: 'asc' }, { number: 'asc' }],
  });
  const staying = lists.filter(({ visitTypeNumber, number }) => stays(visitTypeNumber, number));
  if (staying.length === 0) return new Map();
  const rates = await tx.rate.findMany({
    where: { visitTypeNumber: { in: [...new Set(staying.map(({ visitTypeNumber }) => visitTypeNumber))] } },
    include: { roomType: { select: { hotelNumber: true } } },
  });
  const ratesOf = groupBy(rates, ({ visitTypeNumber, priceListNumber }) => `${visitTypeNumber}/${priceListNumber}`);
  return groupBy(
    staying.map((list) => {
      const own = ratesOf.get(`${list.visitTypeNumber}/${list.number}`) ?? [];
      return {
        ...list,
        rates: own.map(({ roomTypeNumber, from, to, amountMinor }) => {
          return { roomTypeNumber, from: utcDay(from.getTime()), to: utcDay(to.getTime()), amountMinor };
        }),
        hotelNumbers: new Set(own.map(({ roomType }) => roomType.hotelNumber)),
      };
    }),
    ({ visitTypeNumber }) => visitTypeNumber,
  );
}
