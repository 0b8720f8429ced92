/** An input whose value counts when it is settled: what is typed until then stays, whatever is drawn again meanwhile. */
import type { TargetedEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type OfInput = TargetedEvent<HTMLInputElement>;

/** Returns attributes of the input. `onSettle` is called once the visitor leaves the field or presses Enter. */
export function useSettled(value: string, onSettle: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [value]);
  return {
    value: typed ?? value,
    onInput: (event: OfInput) => setTyped(event.currentTarget.value),
    onChange: (event: OfInput) => onSettle(event.currentTarget.value),
    onBlur: () => setTyped(null),
  };
}
