import type { CancellationTerm } from '../domain/booking/cancellation-terms.ts';
import type { Prisma } from './generated/prisma/client.ts';

/** The terms of cancellation (S12) of a visit type or a booking. Only checked ones are stored, the earliest first. */
export function storedTerms(row: { cancellationTerms: Prisma.JsonValue }): readonly CancellationTerm[] {
  return row.cancellationTerms as unknown as readonly CancellationTerm[];
}
