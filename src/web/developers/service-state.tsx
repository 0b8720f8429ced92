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

/** Until the service has answered, the tags have their size but say nothing. */
const mood = (state: State | null, isWell: boolean) => (state === null ? 'skeleton' : isWell ? 'good' : 'bad');

async function ask(): Promise<State> {
  try {
    const [health, ready] = await Promise.all([fetch('/health'), fetch('/ready')]);
    const { reason = null } = (await ready.json()) as { reason?: string };
    return { isAlive: health.ok, hindrance: ready.ok ? null : (reason ?? String(ready.status)) };
  } catch {
    return { isAlive: false, hindrance: '-' };
  }
}
