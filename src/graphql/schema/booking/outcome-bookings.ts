/** Fields with the bookings that an operation made or changed. */
import { LOADS_THROUGH_PRISMA, type SchemaTypes } from '../builder.ts';
import { Booking } from './booking.ts';

/** The booking that an outcome is about, as a field. */
export function bookingOfOutcome<Outcome extends { bookingId: string }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Outcome>,
) {
  return t.prismaField({
    extensions: LOADS_THROUGH_PRISMA,
    type: Booking,
    description: 'The booking.',
    resolve: (query, { bookingId }, _, context) =>
      context.services.database.prisma.booking.findUniqueOrThrow({ ...query, where: { id: bookingId } }),
  });
}

/** The bookings that an operation made or changed together. */
export function bookingsOfOutcome<Outcome extends { bookingIds: readonly string[] }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Outcome>,
  description: string,
) {
  return t.prismaField({
    extensions: LOADS_THROUGH_PRISMA,
    type: [Booking],
    description,
    resolve: (query, { bookingIds }, _, context) =>
      context.services.database.prisma.booking.findMany({
        ...query,
        where: { id: { in: [...bookingIds] } },
        orderBy: { partyRoom: 'asc' },
      }),
  });
}
