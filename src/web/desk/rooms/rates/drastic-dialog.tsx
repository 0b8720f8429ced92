/** Asks once more, in words, before prices become 0 or leave what they were by more than half (M12). */
import { Dialog } from '../../../design/dialog.tsx';
import { showMoney } from '../../../format/money.ts';
import type { Currency } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import type { GridRoom } from '../month/month-grid.tsx';
import { useRoomsTexts } from '../texts/index.ts';
import { useRangeText } from '../use-range-text.ts';
import type { DrasticStep } from './plan.ts';

const LINES_MAX = 8;

export function DrasticDialog({
  steps,
  rooms,
  currency,
  button,
  onConfirm,
  onClose,
}: {
  readonly steps: readonly DrasticStep[];
  readonly rooms: readonly GridRoom[];
  readonly currency: Currency;
  readonly button: string;
  onConfirm(): void;
  onClose(): void;
}) {
  const { language } = usePage();
  const texts = useRoomsTexts();
  const rangeText = useRangeText();
  const nameOf = new Map(rooms.map(({ number, name }) => [number, name]));
  const money = (amountMinor: number) => showMoney({ amountMinor, currency }, language);
  const inWords = ({ before, after }: DrasticStep) => {
    if (after === 0 || before === null)
      return texts.costsNothing({ now: before === null ? texts.noPrice : money(before) });
    return (after < before ? texts.fallsMuch : texts.risesMuch)({ from: money(before), to: money(after) });
  };
  return (
    <Dialog title={texts.drasticTitle} onClose={onClose}>
      <div class="stack">
        <ul class="refusals">
          {steps.slice(0, LINES_MAX).map((step) => (
            <li key={`${step.roomType} ${step.from}`}>
              <b>
                {nameOf.get(step.roomType)}, {rangeText(step)}:
              </b>{' '}
              {inWords(step)}
            </li>
          ))}
        </ul>
        {steps.length > LINES_MAX && <p class="small muted">{texts.more({ count: steps.length - LINES_MAX })}</p>}
        <div class="row">
          <button type="button" class="danger" onClick={onConfirm}>
            {button}
          </button>
          <button type="button" class="quiet" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
            {texts.leave}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
