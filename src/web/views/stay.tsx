/** A stay, picked in the calendar, arrival first, then priced and booked. */
import { useState } from 'preact/hooks';
import type { Hotel, Room, VisitType } from '../for-sale.ts';
import {
  addDays,
  addMonths,
  type CivilDate,
  daysBetween,
  firstOf,
  lastOf,
  type Month,
  monthOf,
  showDate,
} from '../format/civil-date.ts';
import { ownCurrency } from '../format/money.ts';
import { type BookingKind, PriceDocument } from '../generated/operations.ts';
import { usePage } from '../page.ts';
import { useAnswer } from '../use-answer.ts';
import { useCalendar } from '../use-calendar.ts';
import { Booking } from './booking.tsx';
import { Calendar } from './calendar.tsx';
import { Price } from './price.tsx';
import { Problem } from './problem.tsx';

/** How far ahead stays are sold. */
const HORIZON_MONTHS = 24;

interface PickedStay {
  readonly arrival: CivilDate;
  readonly departure: CivilDate;
  /** Binding if the calendar shows a free room. */
  readonly kind: BookingKind;
}

export function Stay(offer: { today: CivilDate; visitType: VisitType; hotel: Hotel; room: Room }) {
  const { today, visitType, hotel, room } = offer;
  const { texts, language, isDemo } = usePage();
  /** Null: the first bookable month, which the gateway finds. */
  const [picksMonth, setMonth] = useState<Month | null>(null);
  const [stay, setStay] = useState<PickedStay | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [loyalty, setLoyalty] = useState(0);

  const filter = { visitType: visitType.number, hotel: hotel.number, roomType: room.number };
  const calendar = useCalendar(`month ${picksMonth}`, {
    filter,
    ...(picksMonth && { from: firstOf(picksMonth), to: lastOf(picksMonth) }),
  });
  const { days } = calendar;
  const [firstDay = today] = days.keys();
  const month = picksMonth ?? monthOf(firstDay);

  const loyaltyPrograms = loyalty ? [{ guest: 1, program: loyalty }] : [];
  const priced = stay && `price ${stay.arrival} ${stay.departure} ${loyalty}`;
  const price = useAnswer(priced, (request) =>
    request(PriceDocument, {
      input: {
        visitType: visitType.number,
        roomType: room.number,
        arrival: stay!.arrival,
        departure: stay!.departure,
        loyaltyPrograms,
      },
    }),
  );
  const answer = price.data?.quote;
  const quote = answer?.__typename === 'StayQuotes' ? ownCurrency(answer.quotes, language) : null;
  const refusal = price.problem ?? (answer && answer.__typename !== 'StayQuotes' ? answer.code : null);

  const lengths = lengthsOf(visitType);
  const mayLeaveOn = (date: CivilDate) => isLeaving && lengths.includes(daysBetween(stay!.arrival, date));
  const pickDay = (date: CivilDate) => {
    const day = days.get(date);
    if (stay && mayLeaveOn(date)) {
      setStay({ ...stay, departure: date });
      setIsLeaving(false);
    } else if (day?.selectable && lengths.length > 0) {
      const kind = day.availability === 'AVAILABLE' ? 'BINDING' : 'REQUEST';
      setStay({ arrival: date, departure: addDays(date, lengths[0]!), kind });
      setIsLeaving(lengths.length > 1);
    }
  };

  const says = (date: CivilDate) => showDate(date, language, { dateStyle: 'medium' });
  return (
    <div class="stay">
      <div>
        <p class="hint" role="status">
          {!stay && texts.pickArrival}
          {stay &&
            isLeaving &&
            texts.pickDeparture(says(stay.arrival), texts.nightsAllowed(lengths[0]!, lengths.at(-1)!))}
          {stay && !isLeaving && texts.bothPicked(`${says(stay.arrival)} – ${says(stay.departure)}`)}
        </p>
        <Calendar
          month={month}
          first={today}
          last={lastOf(addMonths(monthOf(today), HORIZON_MONTHS))}
          days={days}
          isLoading={calendar.isLoading}
          stay={stay}
          mayLeaveOn={mayLeaveOn}
          onMonth={setMonth}
          onPick={pickDay}
        />
        {calendar.problem && <Problem code={calendar.problem} onAgain={calendar.again} />}
      </div>
      <div class="side">
        <Price
          quote={quote}
          isLoading={price.isLoading}
          lengths={stay ? lengths : []}
          nights={stay ? daysBetween(stay.arrival, stay.departure) : 0}
          onNights={(nights) => setStay({ ...stay!, departure: addDays(stay!.arrival, nights) })}
          programs={stay ? visitType.loyaltyPrograms : []}
          program={loyalty}
          onProgram={setLoyalty}
        />
        {refusal && <Problem code={refusal} onAgain={price.problem ? price.again : undefined} />}
        {stay && quote && !isDemo && <p class="note">{texts.bookingHint}</p>}
        {stay && isDemo && (
          <Booking
            terms={{ ...filter, ...stay, loyaltyProgram: loyalty || null }}
            quote={quote}
            onAnswer={({ __typename }) => {
              calendar.again();
              if (__typename === 'PriceChanged') price.again();
            }}
            onAnother={() => {
              setStay(null);
              document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}

/** The possible lengths of a stay in nights, ascending. */
function lengthsOf({ nightsMin, nightsMax, reservationTimeSpan }: VisitType): number[] {
  const all = Array.from({ length: nightsMax - nightsMin + 1 }, (_, index) => nightsMin + index);
  return reservationTimeSpan === 'WEEKS' ? all.filter((nights) => nights % 7 === 0) : all;
}
