/** A list of entries to pick one from, by number. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export function Choice(props: {
  label: string;
  value: number;
  onPick(number: number): void;
  children: ComponentChildren;
}) {
  const { label, value, onPick, children } = props;
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onPick(Number(event.currentTarget.value))}>
        {children}
      </select>
    </div>
  );
}
