/**
 * The demo of a later month, with the prices and rooms that are stored: its desk may have set them. A night of the demo is the same
 * on whichever day it is loaded, so whatever nobody has changed is as it would be.
 */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import { dayOf, formatDay } from '../domain/time/civil-date.ts';
import type { PriceList, Rate } from './prices.ts';

export function keepStored(demo: Catalogue, stored: Catalogue): Catalogue {
  const keyOf = (visitType: number, list: PriceList) => {
    const { id, kind, nights = null, quotedPer, currency } = list;
    return JSON.stringify([visitType, id, kind, nights, quotedPer, currency]);
  };
  const lists = new Map(
    (stored.visitTypes ?? []).flatMap(({ id, priceLists = [] }) => priceLists.map((list) => [keyOf(id, list), list])),
  );
  return {
    ...demo,
    visitTypes: demo.visitTypes?.map((visitType) => ({
      ...visitType,
      priceLists: visitType.priceLists?.map((list) => {
        const known = lists.get(keyOf(visitType.id, list))?.rates ?? [];
        return { ...list, rates: list.rates?.flatMap((rate) => withStored(rate, known)) };
      }),
    })),
    // Later entries override earlier ones.
    inventory: [...(demo.inventory ?? []), ...(stored.inventory ?? [])],
  };
}

/** The season, in parts where other prices are stored. */
function withStored(rate: Rate, stored: readonly Rate[]): Rate[] {
  const others = stored.filter(
    ({ roomTypeId, from, to, amount }) =>
      roomTypeId === rate.roomTypeId && from <= rate.to && to >= rate.from && amount !== rate.amount,
  );
  const parts: Rate[] = [];
  let { from } = rate;
  for (const other of others.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (other.from > from) parts.push({ ...rate, from, to: movedBy(other.from, -1) });
    const to = other.to < rate.to ? other.to : rate.to;
    parts.push({ ...rate, from: other.from > from ? other.from : from, to, amount: other.amount });
    from = movedBy(to, 1);
  }
  return from <= rate.to ? [...parts, { ...rate, from }] : parts;
}

const movedBy = (date: string, days: number) => formatDay(dayOf(date) + days);
