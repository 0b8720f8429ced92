/** What `/health` and `/ready` say. */
import { Activity, CircleAlert, CircleCheck } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import { useDeveloperTexts } from './texts/index.ts';

interface State {
  readonly isAlive: boolean;
  /** Why it cannot serve; null: it can. */
  readonly hindrance: string | null;
}

export function ServiceState() {
  const texts = useDeveloperTexts();
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    ask().then(setState);
  }, []);
  const isAlive = state?.isAlive ?? true;
  const isReady = (state?.hindrance ?? null) === null;
  return (
    <section class="row small" aria-label={texts.state} aria-busy={state === null}>
      <span class={`tag ${mood(state, isAlive)}`}>
        <Icon icon={isAlive ? Activity : CircleAlert} size={1} /> /health: {isAlive ? texts.alive : texts.silent}
      </span>
      <span class={`tag ${mood(state, isReady)}`}>
        <Icon icon={isReady ? CircleCheck : CircleAlert} size={1} /> /ready:{' '}
        {isReady ? texts.ready : texts.notReady(state!.hindrance!)}
      </span>
    </section>
  );
}

/** Until the service has answered, the tags have their size and no colour. */
const mood = (state: State | null, isWell: boolean) => (state === null ? 'asking' : isWell ? 'good' : 'bad');

async function ask(): Promise<State> {
  try {
    const [health, ready] = await Promise.all(['/health', '/ready'].map(stateAt));
    return { isAlive: health!.isWell, hindrance: ready!.isWell ? null : ready!.reason };
  } catch {
    return { isAlive: false, hindrance: '-' };
  }
}

async function stateAt(path: string): Promise<{ isWell: boolean; reason: string }> {
  const response = await fetch(path);
  const { reason } = (await response.json()) as { reason?: string };
  return { isWell: response.ok, reason: reason ?? String(response.status) };
}
