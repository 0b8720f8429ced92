/** What is stayed in a hotel, as fields: the days, the programme, the room. */
import { Field } from '../../../design/field.tsx';
import { type DeskBookingFragment, DeskSoldDocument, type DeskSoldQuery } from '../../../generated/operations.ts';
import type { FormState } from '../../../people/entry.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { useDeskAnswer } from '../../session.tsx';
import { roomName } from '../booking-row.tsx';

export type Sold = NonNullable<DeskSoldQuery['hotel']>;

/** What a hotel sells; null: it is not known yet. */
export function useSold(hotel: number | null): Sold | null {
  return useDeskAnswer(hotel, async (request, hotel) => (await request(DeskSoldDocument, { hotel })).hotel).data;
}

/** The names of rooms and programmes by their numbers; those of a booking are among them, whatever is sold today. */
export function useStayNames(sold: Sold | null, booking: DeskBookingFragment | null = null) {
  const common = useCommonTexts();
  const names = (rows: readonly (readonly [number, string])[]) => [...new Map(rows)];
  return {
    visitTypes: names([
      ...(booking
        ? [[booking.visitType.number, booking.visitType.name.text ?? String(booking.visitType.number)] as const]
        : []),
      ...(sold?.visitTypes ?? []).map(({ number, name }) => [number, name.text ?? String(number)] as const),
    ]),
    rooms: names([
      ...(booking ? [[booking.roomType.number, roomName(booking.roomType)] as const] : []),
      ...(sold?.roomTypes ?? []).map(
        (room) => [room.number, `${roomName(room)}, ${common.beds({ count: room.beds })}`] as const,
      ),
    ]),
  };
}

/** `name` is the gateway's path. */
export function ChoiceField({
  name,
  form,
  label,
  choices,
}: {
  readonly name: string;
  readonly form: FormState;
  readonly label: string;
  /** Values with their words. */
  readonly choices: readonly (readonly [number | string, string])[];
}) {
  return (
    <Field label={label} wrong={form.wrong[name]} class="half">
      {(attributes) => (
        <select
          {...attributes}
          name={name}
          value={form.entries[name]}
          onChange={(event) => form.onEntry(name, event.currentTarget.value)}
        >
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
