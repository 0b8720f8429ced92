/** Changes the chosen nights in all stays, price lists and currencies of the hotel at once, with a preview by the gateway (M13). */
import { useRef, useState } from 'preact/hooks';
import { type Day, dayOf, formatDay, WEEKDAYS } from '../../../../domain/time/civil-date.ts';
import { Notice } from '../../../design/notice.tsx';
import { showMoney } from '../../../format/money.ts';
import {
  type AdjustRatesInput,
  type Currency,
  DeskAdjustRatesDocument,
  type DeskAdjustRatesMutation,
  DeskUndoChangeDocument,
} from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import type { GridRoom } from '../month/month-grid.tsx';
import type { Selection } from '../month/selection.ts';
import { Done, Refused } from '../outcome.tsx';
import { PreviewTable } from '../rates/price-preview.tsx';
import { NO_WISH, type WishDraft, wishOf } from '../rates/price-wish.ts';
import { WishFields } from '../rates/wish-fields.tsx';
import type { Refusal } from '../refusal.ts';
import { useRoomsTexts } from '../texts/index.ts';
import { useNightText, useRangeText } from '../use-range-text.ts';
import { useSending } from '../use-sending.ts';
import { ManagersPart } from './managers-part.tsx';

type Adjusted = Extract<NonNullable<DeskAdjustRatesMutation['adjustRates']>, { __typename: 'RatesAdjusted' }>;
type Parts = NonNullable<Adjusted['parts']>;

interface AllPricesProps {
  readonly hotel: number;
  readonly rooms: readonly GridRoom[];
  readonly today: Day;
  readonly selection: Selection | null;
  /** The currency of the list that is shown. An amount to add is in it. */
  readonly currency: Currency;
  onChanged(): void;
}

export function AllPrices(props: AllPricesProps) {
  const texts = useRoomsTexts();
  return (
    <ManagersPart right="RATES" title={texts.allPricesTitle}>
      {() => <AllPricesForm {...props} />}
    </ManagersPart>
  );
}

const NO_PARTS = { nodes: [], pageInfo: { hasNextPage: false } };
const KINDS = ['percent', 'add'] as const;

type Outcome =
  | { readonly refusal: Refusal }
  | { readonly done: string; readonly undo: string | null }
  /** What the gateway says that the input would change. `isOther`: the clerk has pressed on a preview that no longer holds. */
  | { readonly input: string; readonly preview: Adjusted; readonly isOther: boolean };

function AllPricesForm({ hotel, rooms, today, selection, currency, onChanged }: AllPricesProps) {
  const common = useCommonTexts();
  const texts = useRoomsTexts();
  const rangeText = useRangeText();
  const nightText = useNightText();
  const [draft, setDraft] = useState(NO_WISH);
  const [isConfirmed, setConfirmed] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const { isBusy, send } = useSending(({ night }: { readonly night: string }) => nightText(night));
  const input = inputOf(draft, { hotel, selection, today, currency });
  const named = JSON.stringify(input);
  const preview = outcome && 'preview' in outcome && outcome.input === named ? outcome.preview : null;
  const asksToConfirm = outcome !== null && 'refusal' in outcome && isUnconfirmed(outcome.refusal);

  const show = (shown: Outcome) => {
    setOutcome(shown);
    result.current?.focus();
  };
  const submit = async () => {
    if (isBusy || input === null) return;
    const answers: Adjusted[] = [];
    const refusal = await send(async (request) => {
      const adjust = async (dryRun: boolean) => {
        const asked = { ...input, confirm: isConfirmed, dryRun };
        const { adjustRates } = await request(DeskAdjustRatesDocument, { input: asked });
        if (adjustRates.__typename === 'RatesAdjusted') answers.push(adjustRates);
        return adjustRates;
      };
      const looked = await adjust(true);
      // Somebody else may have changed prices since the preview.
      const holds = looked.__typename === 'RatesAdjusted' && preview !== null && isSame(looked, preview);
      return holds ? adjust(false) : looked;
    });
    if (refusal) return show({ refusal });
    const [seen, made] = answers;
    if (!seen) return;
    if (!made) return show({ input: named, preview: seen, isOther: preview !== null });
    setDraft(NO_WISH);
    setConfirmed(false);
    onChanged();
    show({
      done: texts.pricesNow({ nights: common.nights({ count: made.nights }) }),
      undo: made.recordedAs[0] ?? null,
    });
  };
  const undo = async (id: string) => {
    if (isBusy) return;
    const refusal = await send(async (request) => (await request(DeskUndoChangeDocument, { id })).undoChange);
    onChanged();
    show(refusal ? { refusal } : { done: texts.undone, undo: null });
  };

  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p class="small muted">{texts.allPricesNote}</p>
      {selection === null ? (
        <p class="muted">{texts.nothingChosen}</p>
      ) : (
        <p>
          <b>{rangeText(selection)}</b>
        </p>
      )}
      <WishFields
        draft={draft}
        currency={currency}
        kinds={KINDS}
        isWrong={draft.text !== '' && wishOf(draft) === null}
        onDraft={(changed) => {
          setDraft(changed);
          setConfirmed(false);
        }}
      />
      {draft.kind === 'add' && <p class="small muted">{texts.onlyCurrency({ currency })}</p>}
      {(asksToConfirm || isConfirmed) && (
        <label class="chip">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
          {texts.pricesAreMeant}
        </label>
      )}
      <div class="row">
        <button type="submit" class="primary" aria-busy={isBusy} disabled={input === null || preview?.nights === 0}>
          {preview ? texts.send({ nights: common.nights({ count: preview.nights }) }) : texts.showPreview}
        </button>
      </div>
      <div class="outcome" ref={result} tabIndex={-1}>
        {preview && outcome && 'isOther' in outcome && outcome.isOther && (
          <Notice tone="bad">{texts.previewIsOther}</Notice>
        )}
        {preview && <Preview preview={preview} rooms={rooms} />}
        {outcome && 'refusal' in outcome && (
          <Refused refusal={outcome.refusal} changes={[]} rooms={rooms} conflict={texts.undoConflict} />
        )}
        {outcome && 'done' in outcome && (
          <Done
            text={outcome.done}
            isBusy={isBusy}
            onUndo={outcome.undo === null ? null : () => undo(outcome.undo ?? '')}
          />
        )}
      </div>
    </form>
  );
}

/** What is asked of the gateway; null: not everything is filled in. */
function inputOf(
  draft: WishDraft,
  { hotel, selection, today, currency }: Pick<AllPricesProps, 'hotel' | 'selection' | 'today' | 'currency'>,
): AdjustRatesInput | null {
  const wish = wishOf(draft);
  if (wish === null || wish.kind === 'set' || selection === null || selection.to < today) return null;
  const { rooms, from, to, weekdays } = selection;
  return {
    hotel,
    roomTypes: [...rooms],
    ...{ from: formatDay(Math.max(from, today)), to: formatDay(to) },
    weekdays: weekdays.length === WEEKDAYS.length ? null : [...weekdays],
    ...(wish.kind === 'percent'
      ? { percent: wish.basisPoints / 100, roundTo: wish.stepMinor }
      : { amountMinor: wish.amountMinor, currency }),
  };
}

/** Whether both would change the same, as far as it is shown. */
function isSame(one: Adjusted, other: Adjusted): boolean {
  const shown = ({ nights, seasonsLeft, parts }: Adjusted) => JSON.stringify({ nights, seasonsLeft, parts });
  return shown(one) === shown(other);
}

function isUnconfirmed(refusal: Refusal): boolean {
  return 'problems' in refusal && refusal.problems.some(({ code }) => code === 'UNCONFIRMED');
}

function Preview({ preview, rooms }: { readonly preview: Adjusted; readonly rooms: readonly GridRoom[] }) {
  const { language } = usePage();
  const texts = useRoomsTexts();
  const rangeText = useRangeText();
  const { nodes, pageInfo }: Pick<Parts, 'nodes' | 'pageInfo'> = preview.parts ?? NO_PARTS;
  const nameOf = new Map(rooms.map(({ number, name }) => [number, name]));
  const lines = nodes.flatMap((part) => part.ranges.map((range) => ({ ...part, ...range })));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than a phone, the keyboard scrolls it.
    <section class="preview" aria-label={texts.preview} tabIndex={0}>
      {lines.length === 0 ? (
        <p class="muted">{texts.nothingChanges}</p>
      ) : (
        <PreviewTable>
          {lines.map(({ visitType, priceList, currency, roomType, from, to, before, after }) => {
            const money = (amountMinor: number | null) =>
              amountMinor === null ? texts.noPrice : showMoney({ amountMinor, currency }, language);
            const stay = visitType && (visitType.name.text ?? visitType.number);
            const room = roomType && nameOf.get(roomType.number);
            const what = [stay, room].filter(Boolean).join(', ');
            return (
              <tr key={`${visitType?.number} ${priceList} ${roomType?.number} ${from}`}>
                <th scope="row">
                  <span class="room-name">{what}</span> {rangeText({ from: dayOf(from), to: dayOf(to) })}
                </th>
                <td class="amount">{money(before)}</td>
                <td class="amount">
                  <b>{money(after)}</b>
                </td>
              </tr>
            );
          })}
        </PreviewTable>
      )}
      {pageInfo.hasNextPage && <p class="small muted">{texts.andMore}</p>}
      {preview.seasonsLeft > 0 && <p>{texts.seasonsLeft({ count: preview.seasonsLeft })}</p>}
    </section>
  );
}
