/** A sentence that matters: what happened, or what went wrong. `bad` ones are announced at once to screen readers. */
import { CircleAlert, CircleCheck, Info } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

export type Tone = 'plain' | 'good' | 'ask' | 'bad';

const ICONS = { plain: Info, good: CircleCheck, ask: Info, bad: CircleAlert };

export function Notice({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon icon={ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}
