/** The rooms of a stay side by side, to choose one. */
import { RoomFacts } from '../hotel/hotel-facts.tsx';
import { Picture } from '../picture.tsx';
import { useSearchTexts } from '../texts/index.ts';
import type { Room } from './stay-parts.ts';
import type { RoomPrices } from './use-room-prices.ts';

export function Rooms({
  rooms,
  chosen,
  guests,
  prices,
  onRoom,
}: {
  readonly rooms: readonly Room[];
  readonly chosen: number;
  readonly guests: number;
  readonly prices: RoomPrices;
  onRoom(room: number): void;
}) {
  const texts = useSearchTexts();
  const hasPictures = rooms.some(({ roomType }) => roomType.images.length > 0);
  return (
    <fieldset class="rooms">
      <legend class="unseen">{texts.rooms}</legend>
      {rooms.map((room) => {
        const { number, beds, category, images } = room.roomType;
        const price = prices(number);
        return (
          <label key={number} class="card room">
            <input type="radio" name="room" checked={number === chosen} onChange={() => onRoom(number)} />
            {hasPictures && <Picture image={images[0]} sizes="(min-width: 60rem) 14rem, 85vw" />}
            <span class="room-text">
              <strong>{category.text}</strong>
              <RoomFacts room={room.roomType} />
              {beds >= guests && <span class="small figures price-for">{price}</span>}
              {beds < guests && <span class="tag ask">{texts.tooSmall({ count: guests })}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
