/** The guests of a party, whose rooms have the next ones each. `party` are the guests of each room. */
import { PARTY_ROOMS } from '../../domain/booking/party.ts';

/** How many guests the rooms before one have. */
export function guestsBefore(party: readonly number[], room: number): number {
  return party.slice(0, room).reduce((sum, count) => sum + count, 0);
}

/** What each room has of a list of all guests. */
export function byRoom<Guest>(party: readonly number[], guests: readonly Guest[]): Guest[][] {
  return party.map((count, room) => {
    const first = guestsBefore(party, room);
    return guests.slice(first, first + count);
  });
}

/** The path of a guest among all, of a path among those of a room. */
export function pathInParty(path: string, party: readonly number[]): string {
  return path.replace(/^rooms\.(\d+)\.guests\.(\d+)/, (_, room, guest) => {
    return `guests.${guestsBefore(party, Number(room)) + Number(guest)}`;
  });
}

/** The same guests in rooms that hold at most so many; null: they are too many for one search. */
export function inRoomsOf(most: number, rooms: readonly number[]): readonly number[] | null {
  const smaller = rooms.flatMap((guests) => {
    const count = Math.ceil(guests / most);
    return Array.from({ length: count }, (_, room) => Math.ceil((guests - room) / count));
  });
  return smaller.length <= PARTY_ROOMS.max ? smaller : null;
}
