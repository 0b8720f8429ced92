/** The month of a hotel's rooms, live, with the form that changes them. */
import { useState } from 'preact/hooks';
import { formatDay } from '../../../../domain/time/civil-date.ts';
import { RequestProblem } from '../../../design/problem.tsx';
import { DeskInventoryDocument } from '../../../generated/operations.ts';
import { useLiveAnswer } from '../../use-live-answer.ts';
import { ChangeLog } from '../changes/change-log.tsx';
import type { Hotel } from '../hotel-view.tsx';
import { MonthBar } from '../month/month-bar.tsx';
import { MonthGrid, useGridRooms } from '../month/month-grid.tsx';
import { SelectionFields } from '../month/selection-fields.tsx';
import type { Cell } from '../month/span.ts';
import { isAmong } from '../refusal.ts';
import { useRoomsTexts } from '../texts/index.ts';
import { useMonthChoice } from '../use-month-choice.ts';
import { BookedThere } from './booked-there.tsx';
import { InventoryForm } from './inventory-form.tsx';
import { InventoryLegend } from './inventory-legend.tsx';
import { type CapacityNight, nightCell } from './night-cell.tsx';
import type { InventoryChange } from './plan.ts';

/** A night without a record. */
const NOTHING_RECORDED: CapacityNight = { units: null, sold: 0, held: 0, closed: false, roomsLeft: 0 };

/** Holds and changes of capacity raise no events. */
const INVENTORY_REFRESH_MS = 10_000;

const keyOf = (room: number, date: string) => `${room} ${date}`;

export function InventoryMonth({ hotel }: { readonly hotel: Hotel }) {
  const texts = useRoomsTexts();
  const numbers = hotel.roomTypes.map(({ number }) => number);
  const choice = useMonthChoice(numbers);
  const { today, nights, selection } = choice;
  const [wrong, setWrong] = useState<readonly InventoryChange[]>([]);
  const month = useInventory(hotel.number, choice.shown);
  const beyond = useInventory(hotel.number, choice.beyond);
  const at = ({ room, night }: Cell): CapacityNight | null => {
    const { data } = night >= nights.from && night <= nights.to ? month : beyond;
    return data && (data.get(keyOf(room, formatDay(night))) ?? NOTHING_RECORDED);
  };
  const isKnown = month.data !== null && (choice.beyond === null || beyond.data !== null);
  const problem = month.problem ?? beyond.problem;
  const again = () => {
    month.again();
    if (choice.beyond !== null) beyond.again();
  };
  const rooms = useGridRooms(hotel);
  return (
    <>
      <MonthBar month={choice.month} first={choice.firstMonth} last={choice.lastMonth} onMonth={choice.showMonth} />
      {problem !== null && <RequestProblem code={problem} onAgain={again} />}
      <MonthGrid
        label={texts.roomsTitle}
        describedBy="how-to-choose"
        {...{ rooms, nights, today, selection }}
        isLoading={month.data === null}
        cell={(cell) => nightCell(at(cell), texts)}
        isWrong={(cell) => isAmong(wrong, cell)}
        onSelect={choice.select}
      />
      <InventoryLegend />
      <p class="explains small muted" id="how-to-choose">
        {texts.howToChoose}
      </p>
      <section class="card stack">
        <h2>{texts.chosen}</h2>
        <SelectionFields {...{ rooms, nights, today, selection }} onSelect={choice.select} />
        <InventoryForm
          {...{ hotel, rooms, today, selection }}
          before={isKnown ? (room, night) => at({ room, night }) ?? NOTHING_RECORDED : null}
          onWrong={setWrong}
          onChanged={again}
        />
        <BookedThere hotel={hotel.number} selection={selection} />
      </section>
      <ChangeLog kind="rooms" hotel={hotel.number} rooms={rooms} onChanged={again} />
    </>
  );
}

/** What is recorded by `keyOf`, live; null asks nothing. */
function useInventory(hotel: number, nights: { readonly from: string; readonly to: string } | null) {
  return useLiveAnswer(
    nights && { hotel, ...nights },
    async (request, asked) => {
      const { inventory } = await request(DeskInventoryDocument, asked);
      return new Map<string, CapacityNight>(
        inventory.flatMap(({ roomType, nights }) => nights.map((night) => [keyOf(roomType.number, night.date), night])),
      );
    },
    { everyMs: INVENTORY_REFRESH_MS, isAbout: (event) => event.hotel === hotel },
  );
}
