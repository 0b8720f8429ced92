import { Check, Copy } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import { useCommonTexts } from '../texts/index.ts';

/** Copies `text`; `what` says to screen readers what that is. Browsers allow it only over HTTPS or on localhost. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const common = useCommonTexts();
  const [copied, setCopied] = useState<string | null>(null);
  if (!isSecureContext) return null;
  const isCopied = copied === text;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <button type="button" class="quiet" aria-label={`${common.copy}: ${what}`} onClick={copy}>
      <Icon icon={isCopied ? Check : Copy} size={1.1} />
      <span role="status">{isCopied ? common.copied : common.copy}</span>
    </button>
  );
}
