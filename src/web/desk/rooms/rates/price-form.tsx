/** Changes prices of the chosen nights: by a new price, a percentage or an amount, with a preview before anything is sent. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Day, dayOf } from '../../../../domain/time/civil-date.ts';
import { showMoney } from '../../../format/money.ts';
import { DeskUpdateRatesDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { useSession } from '../../session.tsx';
import type { GridRoom } from '../month/month-grid.tsx';
import type { Selection } from '../month/selection.ts';
import { Done, Refused } from '../outcome.tsx';
import { isConflict, type Refusal, refusedOf } from '../refusal.ts';
import { useRoomsTexts } from '../texts/index.ts';
import { useDraft } from '../use-draft.ts';
import { useNightText, useRangeText } from '../use-range-text.ts';
import { useSending } from '../use-sending.ts';
import { DrasticDialog } from './drastic-dialog.tsx';
import type { PriceListFacts } from './list-name.ts';
import {
  changesOf,
  drasticSteps,
  type PricedRange,
  type PriceStep,
  planRates,
  type RateChange,
  undoOf,
} from './plan.ts';
import { PricePreview } from './price-preview.tsx';
import { NO_WISH, wishOf } from './price-wish.ts';
import { WishFields } from './wish-fields.tsx';

interface StoredPrice {
  readonly night: string;
  readonly amountMinor: number | null;
}

type Outcome = { readonly done: string } | { readonly refusal: Refusal; readonly changes: readonly RateChange[] };

const NOTHING: readonly RateChange[] = [];

export function PriceForm({
  hotel,
  rooms,
  today,
  selection,
  priced,
  visitType,
  list,
  onWrong,
  onChanged,
}: {
  readonly hotel: number;
  readonly rooms: readonly GridRoom[];
  readonly today: Day;
  readonly selection: Selection | null;
  /** What the chosen nights cost now; null: not known yet. */
  readonly priced: readonly PricedRange[] | null;
  readonly visitType: number;
  readonly list: PriceListFacts;
  /** Changes that were refused for themselves. */
  onWrong(changes: readonly RateChange[]): void;
  onChanged(): void;
}) {
  const { rights } = useSession();
  const common = useCommonTexts();
  const texts = useRoomsTexts();
  const rangeText = useRangeText();
  const nightText = useNightText();
  const { language } = usePage();
  const { isBusy, send } = useSending(({ night, amountMinor }: StoredPrice) =>
    texts.nowThere({
      what: amountMinor === null ? texts.noPrice : showMoney({ amountMinor, currency: list.currency }, language),
      night: nightText(night),
    }),
  );
  // A list has the rooms of several hotels.
  const place = `${hotel} ${visitType} ${list.priceList}`;
  const [draft, setDraft] = useDraft(`price ${place}`, NO_WISH);
  const [undo, setUndo] = useDraft(`undo prices ${place}`, NOTHING);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** The steps that are asked for once more, as they were shown. */
  const [asked, setAsked] = useState<readonly PriceStep[] | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      // What is said of marked nights goes with the form.
      onWrong(NOTHING);
    };
  }, []);
  const wish = wishOf(draft);
  const areSeasons = list.kind === 'PER_VISIT';
  const steps = wish && selection && priced ? planRates(wish, { selection, today, priced, areSeasons }) : [];
  const changes = changesOf(steps);
  const nights = countNights(changes);

  const submit = async (sent: readonly RateChange[], done: string, back: readonly RateChange[]) => {
    if (isBusy) return;
    const input = { visitType, priceList: list.priceList, changes: [...sent] };
    const refusal = await send(async (request) => (await request(DeskUpdateRatesDocument, { input })).updateRates);
    // The answer may be for another list than the one that is shown by now.
    if (!isGone.current) onWrong(refusedOf(sent, refusal));
    setOutcome(refusal ? { refusal, changes: sent } : { done });
    if (!refusal) {
      setUndo(back);
      setDraft(NO_WISH);
    }
    // What it would put back is no longer the last change.
    if (isConflict(refusal) && sent === undo) setUndo(NOTHING);
    onChanged();
    // What was pressed is gone afterwards.
    result.current?.focus();
  };

  const submitSteps = (steps: readonly PriceStep[]) => {
    const changes = changesOf(steps);
    return submit(changes, texts.pricesNow({ nights: common.nights({ count: countNights(changes) }) }), undoOf(steps));
  };

  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (changes.length === 0 || !rights.includes('RATES')) return;
        if (drasticSteps(steps).length > 0) setAsked(steps);
        else submitSteps(steps);
      }}
    >
      {selection === null ? (
        <p class="muted">{texts.nothingChosen}</p>
      ) : (
        <p>
          <b>{rangeText(selection)}</b>
        </p>
      )}
      <WishFields
        draft={draft}
        currency={list.currency}
        isWrong={draft.text !== '' && wish === null}
        onDraft={setDraft}
      />
      {areSeasons && <p class="small muted">{texts.season}</p>}
      {steps.length > 0 && <PricePreview {...{ steps, rooms }} currency={list.currency} />}
      {steps.length > 0 && changes.length === 0 && <p class="muted">{texts.nothingChanges}</p>}
      {changes.length > 0 && (
        <div class="row">
          <button type="submit" class="primary" aria-busy={isBusy} disabled={!rights.includes('RATES')}>
            {texts.send({ nights: common.nights({ count: nights }) })}
          </button>
        </div>
      )}
      {asked && (
        <DrasticDialog
          steps={drasticSteps(asked)}
          rooms={rooms}
          currency={list.currency}
          button={texts.send({ nights: common.nights({ count: countNights(changesOf(asked)) }) })}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            submitSteps(asked);
          }}
        />
      )}
      <div class="outcome" ref={result} tabIndex={-1}>
        {outcome && 'refusal' in outcome && <Refused {...outcome} rooms={rooms} />}
        {((outcome && 'done' in outcome) || undo.length > 0) && (
          <Done
            text={outcome && 'done' in outcome ? outcome.done : texts.lastChange}
            isBusy={isBusy}
            onUndo={undo.length > 0 ? () => submit(undo, texts.undone, NOTHING) : null}
          />
        )}
      </div>
    </form>
  );
}

/** Over all room types. */
function countNights(changes: readonly RateChange[]): number {
  return changes.reduce((sum, { from, to }) => sum + dayOf(to) - dayOf(from) + 1, 0);
}
