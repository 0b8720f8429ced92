/** Closes and opens the chosen nights, or sets their rooms; takes it back; shows what was refused beside what caused it. */
import { Lock, LockOpen } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { UNITS_MAX } from '../../../../domain/stay/inventory-changes.ts';
import type { Day } from '../../../../domain/time/civil-date.ts';
import { Field } from '../../../design/field.tsx';
import { Icon } from '../../../design/icon.tsx';
import { DeskUpdateInventoryDocument } from '../../../generated/operations.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { useSession } from '../../session.tsx';
import type { Hotel } from '../hotel-view.tsx';
import type { GridRoom } from '../month/month-grid.tsx';
import { nightsOf, type Selection } from '../month/selection.ts';
import { Done, Refused } from '../outcome.tsx';
import { isConflict, type Refusal, refusedOf } from '../refusal.ts';
import { useRoomsTexts } from '../texts/index.ts';
import { useDraft } from '../use-draft.ts';
import { useNightText, useRangeText } from '../use-range-text.ts';
import { useSending } from '../use-sending.ts';
import { type InventoryChange, type InventoryWish, planInventory, planUndo, type RecordedNight } from './plan.ts';

/** What was sent, and what came of it. */
type Outcome = { readonly done: string } | { readonly refusal: Refusal; readonly changes: readonly InventoryChange[] };

interface StoredCapacity {
  readonly night: string;
  readonly units: number | null;
  readonly closed: boolean | null;
}

const WHOLE_NUMBER = /^\d{1,7}$/;

export function InventoryForm({
  hotel,
  rooms,
  today,
  selection,
  before,
  onWrong,
  onChanged,
}: {
  readonly hotel: Hotel;
  readonly rooms: readonly GridRoom[];
  readonly today: Day;
  readonly selection: Selection | null;
  /** What is recorded now; null: not known yet. */
  readonly before: ((room: number, night: Day) => RecordedNight) | null;
  /** Changes that were refused for themselves. */
  onWrong(changes: readonly InventoryChange[]): void;
  onChanged(): void;
}) {
  const { rights } = useSession();
  const common = useCommonTexts();
  const texts = useRoomsTexts();
  const rangeText = useRangeText();
  const nightText = useNightText();
  const { isBusy, send } = useSending(({ night, units, closed }: StoredCapacity) =>
    texts.nowThere({
      what: `${units === null ? texts.notRecorded : texts.unitsThere({ count: units })}, ${closed ? texts.closed : texts.isOpen}`,
      night: nightText(night),
    }),
  );
  const [units, setUnits] = useDraft(`units ${hotel.number}`, '');
  const [undo, setUndo] = useDraft<readonly InventoryChange[]>(`undo rooms ${hotel.number}`, NOTHING);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const [unitsWrong, setUnitsWrong] = useState<string | undefined>();
  const nights = selection === null ? 0 : nightsOf(selection, today).length * selection.rooms.length;
  const isReady = nights > 0 && before !== null && rights.includes('INVENTORY');

  const submit = async (changes: readonly InventoryChange[], done: string, undoChanges: readonly InventoryChange[]) => {
    if (isBusy) return null;
    const refusal = await send(
      async (request) =>
        (await request(DeskUpdateInventoryDocument, { input: { changes: [...changes] } })).updateInventory,
    );
    onWrong(refusedOf(changes, refusal));
    setOutcome(refusal ? { refusal, changes } : { done });
    if (!refusal) setUndo(undoChanges);
    // What it would put back is no longer the last change.
    if (isConflict(refusal) && changes === undo) setUndo(NOTHING);
    onChanged();
    return refusal;
  };
  const fulfil = (wish: InventoryWish, done: (values: { nights: string }) => string) => {
    if (selection === null || before === null) return null;
    const chosen = { selection, today, before };
    return submit(
      planInventory(wish, chosen),
      done({ nights: common.nights({ count: nights }) }),
      planUndo(wish, chosen),
    );
  };
  const changeUnits = async () => {
    const isRight = WHOLE_NUMBER.test(units.trim()) && Number(units) <= UNITS_MAX;
    setUnitsWrong(isRight ? undefined : texts.unitsWrong);
    if (!isRight) return document.querySelector<HTMLInputElement>('[name="units"]')?.focus();
    const refusal = await fulfil({ units: Number(units) }, texts.unitsNow);
    if (!refusal) setUnits('');
  };
  // The pressed button is gone afterwards.
  const takeBack = async () => {
    await submit(undo, texts.undone, NOTHING);
    result.current?.focus();
  };

  return (
    <>
      <p aria-live="polite">
        {selection === null ? (
          <span class="muted">{texts.nothingChosen}</span>
        ) : (
          <b>
            {rangeText(selection)} · {common.nights({ count: nights })}
          </b>
        )}
      </p>
      <div class="actions">
        <button type="button" disabled={!isReady} onClick={() => fulfil({ closed: true }, texts.closedNow)}>
          <Icon icon={Lock} />
          {texts.close}
        </button>
        <button type="button" disabled={!isReady} onClick={() => fulfil({ closed: false }, texts.openedNow)}>
          <Icon icon={LockOpen} />
          {texts.open}
        </button>
        <form
          class="units-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && !isBusy) changeUnits();
          }}
        >
          <Field label={texts.units} note={texts.unitsNote} wrong={unitsWrong}>
            {(attributes) => (
              <input
                {...attributes}
                name="units"
                inputMode="numeric"
                autocomplete="off"
                value={units}
                onInput={(event) => setUnits(event.currentTarget.value)}
              />
            )}
          </Field>
          <button type="submit" disabled={!isReady}>
            {texts.setUnits}
          </button>
        </form>
      </div>
      <div class="outcome" ref={result} tabIndex={-1}>
        {outcome && 'refusal' in outcome && <Refused {...outcome} rooms={rooms} />}
        {((outcome && 'done' in outcome) || undo.length > 0) && (
          <Done
            text={outcome && 'done' in outcome ? outcome.done : texts.lastChange}
            isBusy={isBusy}
            onUndo={undo.length > 0 ? takeBack : null}
          />
        )}
      </div>
    </>
  );
}

const NOTHING: readonly InventoryChange[] = [];
