/** Figures (M15) the slow way: every booking is dealt out to its nights, and every night is looked at by itself. */
import type { BookingStatus } from '../../../src/data/generated/prisma/enums.ts';

/** Days count from 1970. */
export interface FiguredBooking {
  readonly status: BookingStatus;
  readonly isTest: boolean;
  readonly hotel: number;
  readonly channel: string;
  readonly visitType: number;
  readonly currency: 'CZK' | 'EUR';
  readonly arrival: number;
  readonly departure: number;
  readonly amountMinor: number;
  readonly feeMinor: number | null;
}

export interface FiguredNight {
  readonly hotel: number;
  readonly night: number;
  readonly units: number;
  readonly sold: number;
  readonly closed: boolean;
}

interface Asked {
  readonly hotel: number;
  readonly isTest: boolean;
  readonly from: number;
  readonly to: number;
}

/** Each night takes what is left, divided by the nights that are left, rounded up. */
export function dealtOut(total: number, nights: number): number[] {
  let left = total;
  return Array.from({ length: nights }, (_, index) => {
    const part = Math.ceil(left / (nights - index));
    left -= part;
    return part;
  });
}

/** The first day of each period of a range, and the day after the last one. */
export function oraclePeriods(from: number, to: number, by: 'DAY' | 'MONTH'): number[] {
  const isFirst = (day: number) => by === 'DAY' || new Date(day * 86_400_000).getUTCDate() === 1;
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [...days.filter((day, index) => index === 0 || isFirst(day)), to + 1];
}

/** The figures of one period. */
export function oracleFigures(
  bookings: readonly FiguredBooking[],
  capacity: readonly FiguredNight[],
  { hotel, isTest, from, to }: Asked,
) {
  const isWithin = (night: number) => night >= from && night <= to;
  const counted = bookings.filter((booking) => booking.hotel === hotel && booking.isTest === isTest);
  const nightsOf = (status: BookingStatus) =>
    counted
      .filter((booking) => booking.status === status)
      .flatMap((booking) => {
        const { arrival, departure, amountMinor, feeMinor } = booking;
        const parts = dealtOut(status === 'CONFIRMED' ? amountMinor : (feeMinor ?? 0), departure - arrival);
        return parts.map((part, index) => ({ ...booking, night: arrival + index, part }));
      })
      .filter(({ night }) => isWithin(night));
  type Night = ReturnType<typeof nightsOf>[number];
  const amounts = (nights: readonly Night[]) => {
    const sums: Partial<Record<'CZK' | 'EUR', number>> = {};
    for (const { currency, part } of nights) if (part > 0) sums[currency] = (sums[currency] ?? 0) + part;
    return sums;
  };
  const soldOf = (nights: readonly Night[]) => ({ sold: nights.length, revenue: amounts(nights) });
  const ended = (status: BookingStatus) => ({
    bookings: counted.filter((booking) => booking.status === status && isWithin(booking.arrival)).length,
    nights: nightsOf(status).length,
    fees: amounts(nightsOf(status)),
  });
  const sold = nightsOf('CONFIRMED');
  const rooms = capacity.filter((row) => row.hotel === hotel && isWithin(row.night));
  return {
    ...{ from, to },
    roomsForSale: rooms.reduce((sum, { units }) => sum + units, 0),
    blocked: rooms.filter(({ closed }) => closed).reduce((sum, row) => sum + Math.max(0, row.units - row.sold), 0),
    ...soldOf(sold),
    byChannel: [...new Set(sold.map(({ channel }) => channel))]
      .sort()
      .map((channel) => ({ channel, ...soldOf(sold.filter((night) => night.channel === channel)) })),
    byVisitType: [...new Set(sold.map(({ visitType }) => visitType))]
      .sort((one, other) => one - other)
      .map((visitType) => ({ visitType, ...soldOf(sold.filter((night) => night.visitType === visitType)) })),
    cancelled: ended('CANCELLED'),
    noShows: ended('NO_SHOW'),
  };
}
