import { Check, Copy } from 'lucide';
import { useState } from 'preact/hooks';
import { useCommonTexts } from '../texts/index.ts';
import { Icon } from './icon.tsx';

/**
 * Copies `text`; `what` says to screen readers what that is. Browsers allow it only over HTTPS or on localhost: elsewhere there is no
 * button, and the text can be selected.
 */
export function CopyButton({
  text,
  what,
  class: kind = 'quiet',
}: {
  readonly text: string;
  readonly what: string;
  readonly class?: string;
}) {
  const common = useCommonTexts();
  const [copied, setCopied] = useState<string | null>(null);
  if (!isSecureContext) return null;
  const isCopied = copied === text;
  const shown = isCopied ? common.copied : common.copy;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => {},
    );
  return (
    <button type="button" class={kind} aria-label={`${shown}: ${what}`} onClick={copy}>
      <Icon icon={isCopied ? Check : Copy} size={1.1} />
      <span role="status">{shown}</span>
    </button>
  );
}
