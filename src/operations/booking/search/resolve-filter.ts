/** Filters of bookings as callers send them, with references to entries of the catalogue. */
import { resolveNumber } from '../../access/references.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { BookingFilter } from './booking-filter.ts';

type Referred = 'hotel' | 'visitType' | 'roomType';

/** A filter whose entries are named by ObjectIds or numbers. */
export type SentFilter = Omit<BookingFilter, Referred> & { readonly [Name in Referred]?: string | null | undefined };

/** The filter with numbers of catalogue entries; null: it names one that does not exist. */
export async function resolveBookingFilter(
  context: RequestContext,
  { hotel, visitType, roomType, ...others }: SentFilter,
): Promise<BookingFilter | null> {
  const [hotelNumber, visitTypeNumber, roomTypeNumber] = await Promise.all([
    hotel == null ? undefined : resolveNumber(context, 'hotel', hotel),
    visitType == null ? undefined : resolveNumber(context, 'visitType', visitType),
    roomType == null ? undefined : resolveNumber(context, 'roomType', roomType),
  ]);
  if (hotelNumber === null || visitTypeNumber === null || roomTypeNumber === null) return null;
  return { ...others, hotel: hotelNumber, visitType: visitTypeNumber, roomType: roomTypeNumber };
}
