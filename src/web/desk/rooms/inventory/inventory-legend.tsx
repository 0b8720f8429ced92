/** What the marks of the cells mean. */
import { BedDouble, Hourglass, Lock } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import { useRoomsTexts } from '../texts/index.ts';
import { MARK } from './night-cell.tsx';

export function InventoryLegend() {
  const texts = useRoomsTexts();
  return (
    <ul class="legend explains small" aria-label={texts.legend}>
      <li>
        <span class="sample free">
          <b>7</b>/12
        </span>
        {texts.legendLeft}
      </li>
      <li>
        <span class="sample full">
          <b>0</b>/12
        </span>
        {texts.legendFull}
      </li>
      <li>
        <span class="sample">
          <Icon icon={BedDouble} size={MARK} />5
        </span>
        {texts.legendSold}
      </li>
      <li>
        <span class="sample">
          <Icon icon={Hourglass} size={MARK} />1
        </span>
        {texts.legendHeld}
      </li>
      <li>
        <span class="sample closed">
          <Icon icon={Lock} size={MARK} />
        </span>
        {texts.legendClosed}
      </li>
      <li>
        <span class="sample unrecorded">–</span>
        {texts.legendNone}
      </li>
      <li>
        <span class="sample weekend">{texts.weekendSample}</span>
        {texts.legendWeekend}
      </li>
    </ul>
  );
}
