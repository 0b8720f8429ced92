/** What a change makes of prices, line by line, before it is sent. */
import type { ComponentChildren } from 'preact';
import { showMoney } from '../../../format/money.ts';
import type { Currency } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import type { GridRoom } from '../month/month-grid.tsx';
import { useRoomsTexts } from '../texts/index.ts';
import { useRangeText } from '../use-range-text.ts';
import type { PriceStep } from './plan.ts';

const LINES_MAX = 40;

export function PricePreview({
  steps,
  rooms,
  currency,
}: {
  readonly steps: readonly PriceStep[];
  readonly rooms: readonly GridRoom[];
  readonly currency: Currency;
}) {
  const { language } = usePage();
  const texts = useRoomsTexts();
  const rangeText = useRangeText();
  const nameOf = new Map(rooms.map(({ number, name }) => [number, name]));
  const money = (amountMinor: number) => showMoney({ amountMinor, currency }, language);
  return (
    <div class="preview">
      <PreviewTable>
        {steps.slice(0, LINES_MAX).map((step) => (
          <tr key={`${step.roomType} ${step.from}`}>
            <th scope="row">
              <span class="room-name">{nameOf.get(step.roomType)}</span> {rangeText(step)}
            </th>
            <td class="amount">{step.before === null ? texts.noPrice : money(step.before)}</td>
            <td class="amount">
              {step.after === null ? (
                <span class="muted">{step.before === null ? texts.stays : texts.impossible}</span>
              ) : (
                <b>{money(step.after)}</b>
              )}
            </td>
          </tr>
        ))}
      </PreviewTable>
      {steps.length > LINES_MAX && <p class="small muted">{texts.more({ count: steps.length - LINES_MAX })}</p>}
    </div>
  );
}

/** The table of a preview, with the lines as its children. */
export function PreviewTable({ children }: { readonly children: ComponentChildren }) {
  const texts = useRoomsTexts();
  return (
    <table class="data">
      <caption>{texts.preview}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.nightsColumn}</th>
          <th scope="col" class="amount">
            {texts.before}
          </th>
          <th scope="col" class="amount">
            {texts.after}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
