/** The rooms of a stay side by side, to choose one. */
import { BedDouble } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import { showMoney } from '../../../format/money.ts';
import type { Currency } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { Picture } from '../picture.tsx';
import { useSearchTexts } from '../texts/index.ts';
import { priceIn, type Room } from './stay-parts.ts';

export function Rooms({
  rooms,
  chosen,
  guests,
  currency,
  onRoom,
}: {
  readonly rooms: readonly Room[];
  readonly chosen: number;
  readonly guests: number;
  readonly currency: Currency;
  onRoom(room: number): void;
}) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const hasPictures = rooms.some(({ roomType }) => roomType.images.length > 0);
  return (
    <fieldset class="rooms">
      <legend class="unseen">{texts.rooms}</legend>
      {rooms.map((room) => {
        const { number, beds, category, images } = room.roomType;
        const price = priceIn(room, currency);
        return (
          <label key={number} class="card room">
            <input type="radio" name="room" checked={number === chosen} onChange={() => onRoom(number)} />
            {hasPictures && <Picture image={images[0]} sizes="(min-width: 60rem) 14rem, 85vw" />}
            <span class="room-text">
              <strong>{category.text}</strong>
              <span class="row small muted beds">
                <Icon icon={BedDouble} size={1.1} />
                {common.beds({ count: beds })}
              </span>
              {price && <span class="small figures">{texts.fromPerNight({ price: showMoney(price, language) })}</span>}
              {beds < guests && <span class="tag ask">{texts.tooSmall({ count: guests })}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
