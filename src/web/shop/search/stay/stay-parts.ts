/** Parts of the answer that the views of a stay share. */
import type { Whole } from '../../../gateway/request.ts';
import type { Currency, StayDetailsQuery } from '../../../generated/operations.ts';

export type StayDetails = Whole<StayDetailsQuery>;
export type VisitType = StayDetails['visitType'];
export type Hotel = StayDetails['hotel'];
export type Room = VisitType['hotels'][number]['roomTypes'][number];
export type SoldRooms = readonly [Room, ...Room[]];

/** A visit type may have no name in any language. */
export function stayTitle({ name }: { name: { text: string | null } }, hotel: { name: string }): string {
  return name.text ? `${name.text}, ${hotel.name}` : hotel.name;
}

/** The rooms in which the stay is sold in its hotel; none: it is not sold there. */
export function soldRoomsOf({ visitType: { hotels } }: StayDetails): readonly Room[] {
  return hotels[0]?.roomTypes ?? [];
}

/** The lowest price of a bed for a night; null: there is none in the currency. */
const priceIn = ({ lowestPrice }: Room, currency: Currency) =>
  lowestPrice.find((price) => price.currency === currency)?.amountPerNight ?? null;

/** The wanted currency if a room of the stay is sold in it, else one in which it is. */
export function soldCurrency(rooms: readonly Room[], wanted: Currency): Currency {
  const sold = rooms.flatMap(({ lowestPrice }) => lowestPrice.filter(({ amountPerNight }) => amountPerNight !== null));
  return sold.find(({ currency }) => currency === wanted)?.currency ?? sold[0]?.currency ?? wanted;
}

/** The chosen room; else the cheapest that has a bed for each guest; else the one with the most beds. */
export function roomFor(
  rooms: SoldRooms,
  { room, guests, currency }: { room: number | null; guests: number; currency: Currency },
): Room {
  const chosen = rooms.find(({ roomType }) => roomType.number === room);
  const price = (one: Room) => (priceIn(one, currency)?.amountMinor ?? Number.POSITIVE_INFINITY) * one.roomType.beds;
  const enough = rooms.filter(({ roomType }) => roomType.beds >= guests).sort((a, b) => price(a) - price(b));
  return chosen ?? enough[0] ?? rooms.reduce((a, b) => (b.roomType.beds > a.roomType.beds ? b : a));
}
