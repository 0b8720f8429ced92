/** Moves the focus over the rows of a view: j and k, or the arrows once a row has it. Enter opens a row, for rows are links. */
import { useSingleKeys } from '../single-keys.ts';

/** Marks the link of a row. */
const ROW = 'data-row';

function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`[${ROW}]`)];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[next]?.focus();
}

/** `areReady`: whether the rows are there. */
export function useRowKeys(areReady: boolean): void {
  const [next, previous] = [() => move(1), () => move(-1)];
  useSingleKeys({ j: next, k: previous }, { areReady });
  useSingleKeys({ ArrowDown: next, ArrowUp: previous }, { areReady, within: `[${ROW}], input[type="search"]` });
}
