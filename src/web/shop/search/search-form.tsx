/** Where, when and for how many: the question that leads to the offers. */
import { Plus, Search as SearchIcon, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { parseEntityNumber } from '../../../domain/entity-number.ts';
import { MONTHS_AHEAD } from '../../../domain/stay/stay.ts';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useSettled } from '../../design/use-settled.ts';
import { sameDayIn } from '../../format/civil-date.ts';
import type { SearchPlaceFragment } from '../../generated/operations.ts';
import { useCommonTexts } from '../../texts/index.ts';
import {
  arrivalOf,
  civilDateOf,
  FLEX_MAX,
  forRooms,
  GUESTS_MAX,
  NIGHTS_MAX,
  offersAddress,
  ROOMS_MAX,
  roomsOf,
  type Search,
  USUAL_SEARCH,
} from './search-query.ts';
import { useSearchTexts } from './texts/index.ts';
import { WishField } from './wish-field.tsx';

export function SearchForm({
  search,
  today,
  places,
  addressOf = offersAddress,
  onChange,
}: {
  /** What the form begins with; what it does not ask for stays. */
  readonly search: Search;
  /** Null while it is asked for. */
  readonly today: string | null;
  /** Null: it is searched in one hotel, so neither a place nor a wish is asked for. */
  readonly places: readonly SearchPlaceFragment[] | null;
  /** Where the search leads. */
  addressOf?(search: Search): string;
  /** What is chosen before it is searched for. */
  onChange?(search: Search): void;
}) {
  const { route } = useLocation();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const [changes, setChanges] = useState<Partial<Search>>({});
  const [wrong, setWrong] = useState<string | undefined>();
  const form = useRef<HTMLFormElement>(null);
  const address = offersAddress(search);
  useEffect(() => setChanges({}), [address]);
  const asked = { ...search, ...changes };
  const arrival = changes.arrival ?? (today ? arrivalOf(search, today) : '');
  // Several fields may be filled in before the form is drawn anew.
  const change = (part: Partial<Search>) =>
    setChanges((before) => {
      const changed = { ...before, ...part };
      onChange?.({ ...search, ...changed });
      return changed;
    });
  const when = useSettled(arrival, (day) => change({ arrival: day }));
  const submit = () => {
    const isWrong = civilDateOf(arrival) === null || (today !== null && arrival < today);
    setWrong(isWrong ? texts.arrivalWrong : undefined);
    if (isWrong) form.current?.querySelector<HTMLInputElement>('[name=arrival]')?.focus();
    else route(addressOf({ ...asked, arrival, pages: 1 }));
  };
  return (
    <form
      ref={form}
      class={`search-form card ${places ? '' : 'short'}`}
      aria-label={texts.searchLabel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {places && (
        <>
          <WishField wish={asked.wish ?? ''} onChange={change} />
          <Field label={texts.where} class="where">
            {(attributes) => (
              <select
                {...attributes}
                name="destination"
                value={asked.destination ?? ''}
                onChange={(event) => change({ destination: parseEntityNumber(event.currentTarget.value) })}
              >
                <option value="">{texts.anywhere}</option>
                {places.map(({ number, name }) => (
                  <option key={number} value={number} selected={number === asked.destination}>
                    {name.text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
      <Field label={texts.arrival} wrong={wrong} class="when">
        {(attributes) => (
          <input
            {...attributes}
            type="date"
            name="arrival"
            required
            {...when}
            min={today ?? undefined}
            max={today ? sameDayIn(today, MONTHS_AHEAD) : undefined}
          />
        )}
      </Field>
      <CountField
        label={texts.howLong}
        value={asked.nights}
        from={1}
        to={NIGHTS_MAX}
        says={common.nights}
        onPick={(nights) => change({ nights })}
      />
      <CountField
        label={texts.flexible}
        value={asked.flex}
        from={0}
        to={FLEX_MAX}
        says={texts.flexibleBy}
        onPick={(flex) => change({ flex })}
      />
      <Rooms rooms={roomsOf(asked)} onRooms={(rooms) => change(forRooms(rooms))} />
      <button type="submit" class="primary">
        <Icon icon={SearchIcon} />
        {texts.search}
      </button>
    </form>
  );
}

/** The guests of each room. Whoever adds a room goes on in it, whoever removes one in the one before. */
function Rooms({ rooms, onRooms }: { readonly rooms: readonly number[]; onRooms(rooms: readonly number[]): void }) {
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const element = useRef<HTMLDivElement>(null);
  const goTo = useRef<number | null>(null);
  useEffect(() => {
    if (goTo.current !== null) element.current?.querySelectorAll('select')[goTo.current]?.focus();
    goTo.current = null;
  }, [rooms.length]);
  const change = (changed: readonly number[], place: number | null) => {
    goTo.current = place;
    onRooms(changed);
  };
  return (
    <div ref={element} class="party-rooms">
      {rooms.map((guests, room) => (
        <div key={room} class="party-room">
          <CountField
            label={rooms.length === 1 ? texts.howMany : texts.guestsOfRoom({ room: room + 1 })}
            value={guests}
            from={1}
            to={GUESTS_MAX}
            says={common.guests}
            onPick={(count) => change(rooms.with(room, count), null)}
          />
          {rooms.length > 1 && (
            <button
              type="button"
              aria-label={texts.removeRoom({ room: room + 1 })}
              onClick={() => change(rooms.toSpliced(room, 1), Math.max(0, room - 1))}
            >
              <Icon icon={X} />
            </button>
          )}
        </div>
      ))}
      {rooms.length < ROOMS_MAX && (
        <button type="button" class="add-room" onClick={() => change([...rooms, USUAL_SEARCH.guests], rooms.length)}>
          <Icon icon={Plus} size={1} />
          {texts.addRoom}
        </button>
      )}
    </div>
  );
}

/** A choice among counts. */
export function CountField({
  label,
  class: kind,
  value,
  from,
  to,
  says,
  onPick,
}: {
  readonly label: string;
  readonly class?: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  says(values: { readonly count: number }): string;
  onPick(count: number): void;
}) {
  return (
    <Field label={label} class={kind}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onPick(Number(event.currentTarget.value))}>
          {Array.from({ length: to - from + 1 }, (_, index) => from + index).map((count) => (
            <option key={count} value={count}>
              {says({ count })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
