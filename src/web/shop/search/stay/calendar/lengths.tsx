/** How long a stay from the picked day may be, each length with its total. */
import { showMoney } from '../../../../format/money.ts';
import type { StayDayFragment } from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { useCommonTexts } from '../../../../texts/index.ts';
import { useSearchTexts } from '../../texts/index.ts';

export function Lengths({
  stays,
  nights,
  onNights,
}: {
  readonly stays: StayDayFragment['stays'];
  readonly nights: number;
  onNights(nights: number): void;
}) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  return (
    <fieldset class="lengths">
      <legend>{texts.howLong}</legend>
      <div class="chips">
        {stays.map((stay) => (
          <label key={stay.nights} class="chip">
            <input type="radio" name="nights" checked={stay.nights === nights} onChange={() => onNights(stay.nights)} />
            <span>{common.nights({ count: stay.nights })}</span>
            <span class="small figures">{stay.total[0] ? showMoney(stay.total[0], language) : texts.noPrice}</span>
            <span class={`small ${stay.availability === 'AVAILABLE' ? 'is-free' : 'is-asked'}`}>
              {stay.availability === 'AVAILABLE' ? texts.available : texts.onRequest}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
