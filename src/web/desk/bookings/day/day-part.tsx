/** A list of the day: its title, a way to the whole list, and bookings by hotel, if there are several. */
import type { ComponentChildren } from 'preact';
import { groupBy } from '../../../../domain/group-by.ts';
import type { DeskRowFragment } from '../../../generated/operations.ts';
import { BookingCards, RowSkeletons } from '../booking-row.tsx';
import { useBookingTexts } from '../texts/index.ts';

interface DayPartProps<Row> {
  readonly class?: string;
  readonly title: string;
  /** The address of the whole list. */
  readonly href?: string;
  /** Null while they are on their way. */
  readonly rows: readonly Row[] | null;
  readonly none: string;
  children(rows: readonly Row[]): ComponentChildren;
}

export function DayPart<Row>({ class: more = '', title, href, rows, none, children }: DayPartProps<Row>) {
  const texts = useBookingTexts();
  return (
    <section class={`card stack ${more}`}>
      <div class="line">
        <h2>{title}</h2>
        {href && (
          <a href={href} class="small">
            {texts.all}
            <span class="unseen">: {title}</span>
          </a>
        )}
      </div>
      {rows === null ? <RowSkeletons count={2} /> : rows.length === 0 ? <p class="muted">{none}</p> : children(rows)}
    </section>
  );
}

/** Something of each hotel, under its name if there are several. */
export function ByHotel<Row extends Pick<DeskRowFragment, 'hotel'>>({
  rows,
  children,
}: {
  readonly rows: readonly Row[];
  children(rows: readonly Row[]): ComponentChildren;
}) {
  const hotels = [...groupBy(rows, ({ hotel }) => hotel.name)].toSorted(([one], [other]) => one.localeCompare(other));
  if (hotels.length < 2) return <>{children(rows)}</>;
  return (
    <>
      {hotels.map(([name, some]) => (
        <div key={name} class="of-hotel">
          <h3>{name}</h3>
          {children(some)}
        </div>
      ))}
    </>
  );
}

/** Bookings as cards. */
export function DayCards<Row extends DeskRowFragment>({
  rows,
  now,
  above,
  more,
}: {
  readonly rows: readonly Row[];
  readonly now: number;
  /** What stands above the cards of a hotel, by one of its bookings. */
  readonly above?: (row: Row) => ComponentChildren;
  readonly more?: (row: Row) => ComponentChildren;
}) {
  return (
    <ByHotel rows={rows}>
      {(some) => (
        <>
          {some.slice(0, 1).map((row) => above?.(row))}
          <BookingCards rows={some} now={now} more={more} />
        </>
      )}
    </ByHotel>
  );
}
