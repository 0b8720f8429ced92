/** The frame of rooms and prices: the title, the choice of a hotel, and the rest when the hotel is known. */
import type { ComponentChildren } from 'preact';
import { Field } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { DeskRoomsHotelDocument, type DeskRoomsHotelQuery, type Right } from '../../generated/operations.ts';
import { useDeskHotels } from '../hotels.ts';
import { useDeskAnswer, useSession } from '../session.tsx';
import { ViewTitle } from '../view-title.tsx';
import { useRoomsTexts } from './texts/index.ts';
import { useAddress } from './use-address.ts';
import './rooms.css';

export type Hotel = NonNullable<DeskRoomsHotelQuery['hotel']>;

export function HotelView({
  title,
  right,
  children,
}: {
  readonly title: string;
  /** What it takes to change what is shown. */
  readonly right: Right;
  children(hotel: Hotel): ComponentChildren;
}) {
  const { rights } = useSession();
  const texts = useRoomsTexts();
  const { query, change } = useAddress();
  const hotels = useDeskHotels();
  const number = query.hotel ?? hotels.data?.[0]?.number.toString() ?? null;
  const hotel = useDeskAnswer(number, async (request, hotel) => ({
    hotel: (await request(DeskRoomsHotelDocument, { hotel })).hotel,
  }));
  const problem = hotels.problem ?? hotel.problem;
  const again = hotels.problem ? hotels.again : hotel.again;
  return (
    <div class="desk-rooms stack">
      <div class="view-top">
        <ViewTitle title={title} />
        <HotelField
          hotels={hotels.data}
          number={number}
          onHotel={(value) =>
            change(
              { hotel: value, visitType: null, list: null, rooms: null, from: null, to: null, days: null },
              { isStep: true },
            )
          }
        />
      </div>
      {!rights.includes(right) && <Notice tone="ask">{texts.readOnly({ missing: right.toLowerCase() })}</Notice>}
      {problem !== null ? (
        <RequestProblem code={problem} onAgain={again} />
      ) : hotels.data?.length === 0 || hotel.data?.hotel === null ? (
        <p class="empty">{texts.noHotels}</p>
      ) : !hotel.data ? (
        <div class="skeleton month-skeleton" />
      ) : hotel.data.hotel.roomTypes.length === 0 ? (
        <p class="empty">{texts.noRooms}</p>
      ) : (
        children(hotel.data.hotel)
      )}
    </div>
  );
}

/** The choice of a hotel. */
export function HotelField({
  hotels,
  number,
  onHotel,
}: {
  /** Null while they are on their way. */
  readonly hotels: readonly { readonly number: number; readonly name: string }[] | null;
  readonly number: string | null;
  onHotel(number: string): void;
}) {
  const texts = useRoomsTexts();
  return (
    <Field label={texts.hotel} class="hotel-field">
      {(attributes) => (
        <select {...attributes} value={number ?? ''} onChange={({ currentTarget: { value } }) => onHotel(value)}>
          {hotels?.map(({ number, name }) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
