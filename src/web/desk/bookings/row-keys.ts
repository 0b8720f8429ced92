/** Moves the focus over the rows of a view: j and k, or the arrows once a row has it. Enter opens a row, for rows are links. */
import { useEffect } from 'preact/hooks';
import { useSingleKeys } from '../single-keys.ts';

/** Marks the link of a row. */
export const ROW = 'data-row';

function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`[${ROW}]`)];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[next]?.focus();
}

export function useRowKeys(): void {
  useSingleKeys({ j: () => move(1), k: () => move(-1) });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
      if (step === null || !target.matches(`[${ROW}], input[type="search"]`)) return;
      event.preventDefault();
      move(step);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
