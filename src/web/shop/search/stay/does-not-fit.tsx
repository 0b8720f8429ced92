/** More guests than the room has beds: that they do not fit, and what does. */
import { Notice } from '../../../design/notice.tsx';
import { useSearchTexts } from '../texts/index.ts';
import type { Room } from './stay-parts.ts';

export function DoesNotFit({
  rooms,
  room,
  guests,
  offers,
  onRoom,
  onGuests,
}: {
  readonly rooms: readonly Room[];
  /** The chosen one. */
  readonly room: Room['roomType'];
  readonly guests: number;
  /** The address of offers that have a room for all. */
  readonly offers: string;
  onRoom(room: number): void;
  onGuests(guests: number): void;
}) {
  const texts = useSearchTexts();
  if (room.beds >= guests) return null;
  const larger = rooms.filter(({ roomType }) => roomType.beds >= guests);
  const most = Math.max(...rooms.map(({ roomType }) => roomType.beds));
  return (
    <Notice tone="ask">
      <p>
        {larger.length > 0
          ? texts.roomTooSmall({ count: guests, has: room.beds })
          : texts.stayTooSmall({ count: guests, most })}
      </p>
      <p class="row">
        {larger.map(({ roomType: { number, category } }) => (
          <button key={number} type="button" onClick={() => onRoom(number)}>
            {category.text}
          </button>
        ))}
        {larger.length === 0 && (
          <>
            <a class="button" href={offers}>
              {texts.staysFor({ count: guests })}
            </a>
            <button type="button" onClick={() => onGuests(most)}>
              {texts.chooseFor({ count: most })}
            </button>
          </>
        )}
      </p>
    </Notice>
  );
}
