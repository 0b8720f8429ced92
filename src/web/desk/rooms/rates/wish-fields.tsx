/** How prices change, as fields. */
import { Field } from '../../../design/field.tsx';
import { showAmount, showMoney } from '../../../format/money.ts';
import type { Currency } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useRoomsTexts } from '../texts/index.ts';
import { amountBounds, type WishDraft } from './price-wish.ts';

const KINDS = ['percent', 'add', 'set'] as const;
/** In minor units: cents, whole ones, tens. */
const STEPS = [1, 100, 1_000] as const;

export function WishFields({
  draft,
  currency,
  isWrong,
  kinds = KINDS,
  onDraft,
}: {
  readonly draft: WishDraft;
  readonly currency: Currency;
  readonly isWrong: boolean;
  /** Ways that can be chosen; absent: all. */
  readonly kinds?: readonly WishDraft['kind'][];
  onDraft(draft: WishDraft): void;
}) {
  const { language } = usePage();
  const texts = useRoomsTexts();
  const { kind } = draft;
  const kindTexts = { percent: texts.byPercent, add: texts.byAmount, set: texts.setPrice };
  const amount = (amountMinor: number) => showAmount({ amountMinor, currency }, language);
  const wrongOf = () => {
    if (kind === 'percent') return texts.percentWrong;
    const { from, to } = amountBounds(kind);
    return texts.amountWrong({ from: amount(from), to: amount(to) });
  };
  const notes = { percent: texts.percentNote, add: texts.amountNote, set: undefined };
  return (
    <div class="wish-fields">
      <fieldset class="chips">
        <legend>{texts.howPricesChange}</legend>
        <div class="row">
          {kinds.map((one) => (
            <label key={one} class="chip">
              <input
                type="radio"
                name="kind"
                checked={kind === one}
                onChange={() => onDraft({ ...draft, kind: one })}
              />
              {kindTexts[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        label={kind === 'percent' ? texts.percent : texts.amount({ currency })}
        note={notes[kind]}
        wrong={isWrong ? wrongOf() : undefined}
      >
        {(attributes) => (
          <input
            {...attributes}
            name="change"
            autocomplete="off"
            value={draft.text}
            onInput={(event) => onDraft({ ...draft, text: event.currentTarget.value })}
          />
        )}
      </Field>
      {kind === 'percent' && (
        <Field label={texts.rounding}>
          {(attributes) => (
            <select
              {...attributes}
              value={draft.stepMinor}
              onChange={({ currentTarget: { value } }) => onDraft({ ...draft, stepMinor: Number(value) })}
            >
              {STEPS.map((step) => (
                <option key={step} value={step}>
                  {showMoney({ amountMinor: step, currency }, language)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}
