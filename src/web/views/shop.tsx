/** What is for sale: a visit type, one of its hotels, and a room there. The selection is shown in its calendar. */
import { useState } from 'preact/hooks';
import type { Room } from '../for-sale.ts';
import { ownCurrency, showMoney } from '../format/money.ts';
import { type AmountFragment, RoomFromDocument, ShopDocument } from '../generated/operations.ts';
import { usePage } from '../page.ts';
import { useAnswer } from '../use-answer.ts';
import { Choice } from './choice.tsx';
import { Problem } from './problem.tsx';
import { Stay } from './stay.tsx';

export function Shop() {
  const { texts, language } = usePage();
  const [picked, setPicked] = useState<{ visitType?: number; hotel?: number; room?: number }>({});
  const shop = useAnswer('shop', (request) => request(ShopDocument, {}));

  const visitTypes = shop.data?.visitTypes.nodes ?? [];
  const visitType = pickFrom(visitTypes, picked.visitType);
  const hotels = visitType?.hotels.map(({ hotel }) => hotel) ?? [];
  const hotel = pickFrom(hotels, picked.hotel);
  const offers = useAnswer(visitType && hotel && `rooms ${visitType.number} ${hotel.number}`, async (request) => {
    const lowest = await Promise.all(
      hotel!.roomTypes.map(({ number }) =>
        request(RoomFromDocument, { filter: { visitType: visitType!.number, hotel: hotel!.number, roomType: number } }),
      ),
    );
    return new Map(hotel!.roomTypes.map(({ number }, index) => [number, amountsOf(lowest[index]!.lowestPrice)]));
  });
  const rooms = hotel?.roomTypes.filter(({ number }) => offers.data?.get(number)?.length) ?? [];
  const room = pickFrom(rooms, picked.room);

  if (shop.problem) return <Problem code={shop.problem} onAgain={shop.again} />;
  if (!shop.data || !visitType || !hotel) return <p role="status">{texts.loading}</p>;

  const roomFrom = ({ number }: Room) => ownCurrency(offers.data!.get(number)!, language)!;
  return (
    <>
      <div class="choices">
        <Choice
          label={texts.visitType}
          value={visitType.number}
          onPick={(number) => setPicked({ ...picked, visitType: number })}
        >
          {visitTypes.map(({ number, name }) => (
            <option key={number} value={number}>
              {name.text}
            </option>
          ))}
        </Choice>
        <Choice label={texts.hotel} value={hotel.number} onPick={(number) => setPicked({ ...picked, hotel: number })}>
          {hotels.map(({ number, name, stars, destination }) => (
            <option key={number} value={number}>
              {name} {'★'.repeat(stars)} {destination.name.text}
            </option>
          ))}
        </Choice>
        {room && (
          <Choice label={texts.room} value={room.number} onPick={(number) => setPicked({ ...picked, room: number })}>
            {rooms.map((one) => (
              <option key={one.number} value={one.number}>
                {one.category.text}, {texts.from(showMoney(roomFrom(one), language))}, {texts.beds(one.beds)}
              </option>
            ))}
          </Choice>
        )}
      </div>
      {visitType.description.text && <p class="description">{visitType.description.text}</p>}
      {offers.problem && <Problem code={offers.problem} onAgain={offers.again} />}
      {offers.data && !room && <p role="status">{texts.notSold}</p>}
      {room && (
        <Stay
          key={`${visitType.number} ${hotel.number} ${room.number}`}
          today={shop.data.viewer.today}
          visitType={visitType}
          hotel={hotel}
          room={room}
        />
      )}
    </>
  );
}

/** The selected one, else the first. */
function pickFrom<Numbered extends { number: number }>(all: readonly Numbered[], picked?: number): Numbered | null {
  return all.find(({ number }) => number === picked) ?? all[0] ?? null;
}

function amountsOf(lowest: readonly { amountPerNight: AmountFragment | null }[]): AmountFragment[] {
  return lowest.flatMap(({ amountPerNight }) => amountPerNight ?? []);
}
