/** The booking that an outcome is about, as a field. */
import { LOADS_THROUGH_PRISMA, type SchemaTypes } from '../builder.ts';
import { Booking } from './booking.ts';

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
