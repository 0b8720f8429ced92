/** What a refused booking asked for, for the log: enough to see later why it was refused, and nothing about a person. */
import type { CatalogueLoaders } from '../../data/reads/catalogue-loaders.ts';
import { formatDay } from '../../domain/time/civil-date.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import type { AskedStay } from './booking-counts.ts';
import { dayAt } from './booking-problems.ts';

/** @param sent the fields of the booking, whether they were accepted or not; dates as days or as text */
export async function readAskedStay(
  context: RequestContext,
  sent: Readonly<Record<string, unknown>>,
): Promise<AskedStay> {
  const [hotel, roomType] = await Promise.all([
    numberOf(context, 'hotel', sent.hotel),
    numberOf(context, 'roomType', sent.roomType ?? sameRoomType(sent.rooms)),
  ]);
  const [arrival, departure] = [dayAt(sent, ['arrival']), dayAt(sent, ['departure'])];
  return {
    hotel,
    roomType,
    arrival: arrival === null ? null : formatDay(arrival),
    departure: departure === null ? null : formatDay(departure),
    nights: arrival === null || departure === null ? null : departure - arrival,
    hold: (sent.hold ?? null) !== null,
  };
}

/** The room type of several rooms, if it is one. */
function sameRoomType(rooms: unknown): unknown {
  const roomTypes = new Set(Array.isArray(rooms) ? rooms.map((room) => room?.roomType) : []);
  return roomTypes.size === 1 ? [...roomTypes][0] : null;
}

/** Only numbers of what exists are logged: any other may be somebody's telephone. */
async function numberOf(
  context: RequestContext,
  kind: 'hotel' | 'roomType',
  reference: unknown,
): Promise<number | null> {
  try {
    const number = await resolveNumber(context, kind, String(reference));
    const loader: CatalogueLoaders['hotel' | 'roomType'] = context.catalogue[kind];
    return number === null ? null : ((await loader.load(number))?.number ?? null);
  } catch {
    // The answer does not depend on what the log says of it.
    return null;
  }
}
