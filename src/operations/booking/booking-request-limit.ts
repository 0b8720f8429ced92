/**
 * The limit of booking requests (`kind: REQUEST`) for one hotel and one e-mail address (B8): ten in any minute, over all keys and
 * processes. Times are those of the bookings (`createdAt`), from the injected clock.
 */
import type { Database } from '../../data/database/database.ts';
import { readUses, type UseSubject } from '../../data/limits/recent-uses.ts';

/** Requests in any window of `REQUEST_WINDOW_MS`, which excludes its first instant. */
export const REQUESTS_PER_WINDOW = 10;
export const REQUEST_WINDOW_MS = 60_000;

export interface CountedRequest {
  readonly hotel: number;
  /** As sent; letter case and surrounding spaces make no difference. */
  readonly email: string;
}

export function requestSubject(counted: CountedRequest): UseSubject {
  return {
    kind: 'request',
    subject: subjectOf(counted),
    limits: [{ most: REQUESTS_PER_WINDOW, windowMs: REQUEST_WINDOW_MS }],
  };
}

function subjectOf({ hotel, email }: CountedRequest): string {
  return `${hotel} ${email.trim().toLowerCase()}`;
}

/** What is counted of an address, as numbers of hotels with the times of requests, newest first. */
export async function recentRequestsOf(database: Pick<Database, 'prisma'>, email: string) {
  const hotels = await database.prisma.hotel.findMany({ select: { number: true }, orderBy: { number: 'asc' } });
  const uses = await readUses(
    database,
    'request',
    hotels.map(({ number: hotel }) => subjectOf({ hotel, email })),
  );
  return hotels.flatMap(({ number: hotelNumber }) => {
    const madeAt = uses.get(subjectOf({ hotel: hotelNumber, email }));
    return madeAt === undefined ? [] : [{ hotelNumber, madeAt }];
  });
}
