/** Rooms that are booked by the id of an offer (F4, Y2) instead of field by field. */

import { PARTY_ROOMS } from '../../../domain/booking/party.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { type NamedOtherwise, type OfferIds, readOffer } from '../../search/offers/offer-id.ts';

type Sent = Readonly<Record<string, unknown>>;

const FIELDS = {
  needed: ['visitType', 'hotel', 'arrival', 'departure', 'currency'],
  optional: [],
  roomsMax: PARTY_ROOMS.max,
} as const satisfies NamedOtherwise<string>;

/** What is sent, with what its offer names; without an offer as it is. The problems are those of the offer. */
export function withOffer(
  sent: Sent,
  ids: OfferIds,
): { readonly sent: Sent; readonly problems: readonly InputProblem[] } {
  if (sent.offer == null) return { sent, problems: [] };
  const rooms: readonly unknown[] = Array.isArray(sent.rooms) ? sent.rooms : [];
  const named = rooms.flatMap((room, index) =>
    (room as Sent | null)?.roomType == null ? [] : [`rooms.${index}.roomType`],
  );
  const { offer, problems } = readOffer({ ...sent, offer: String(sent.offer) }, FIELDS, ids);
  const excluded = named.map((path) => inputProblem(path, 'excluded', { fields: ['offer'] }));
  if (offer === null) return { sent, problems: [...problems, ...excluded] };
  const { visitTypeNumber, hotelNumber, arrival, departure, currency, rooms: offered } = offer;
  const count = offered.length;
  const wrongCount =
    rooms.length === count
      ? []
      : [inputProblem('rooms', 'wrongCount', { minimum: count, maximum: count, value: rooms.length })];
  const filled = rooms.map((room, index) => {
    const roomType = offered[index]?.roomTypeNumber;
    return { ...(room as object), roomType: roomType === undefined ? null : String(roomType) };
  });
  return {
    sent: {
      ...{ ...sent, visitType: String(visitTypeNumber), hotel: String(hotelNumber), arrival, departure, currency },
      ...(Array.isArray(sent.rooms) ? { rooms: filled } : {}),
    },
    problems: [...excluded, ...wrongCount],
  };
}

/** The problems of what is sent beside those of its offer: what the offer would name is not missing. */
export function besideOffer(problems: readonly InputProblem[]): InputProblem[] {
  const isNamed = (path: string) =>
    (FIELDS.needed as readonly string[]).includes(path) || /^rooms\.\d+\.roomType$/.test(path);
  return problems.filter(({ path }) => !isNamed(path));
}
