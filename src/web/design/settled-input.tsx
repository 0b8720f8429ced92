/** An input whose value counts when it is settled: what is typed until then stays, whatever is drawn again meanwhile. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export function SettledInput({
  value,
  onSettle,
  ...attributes
}: Omit<JSX.InputHTMLAttributes<HTMLInputElement>, 'value'> & {
  readonly value: string;
  onSettle(value: string): void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [value]);
  return (
    <input
      {...attributes}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => onSettle(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
