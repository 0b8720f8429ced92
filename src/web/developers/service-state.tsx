/** What `/health`, `/ready` and `/ready/write` say. */
import { Activity, CircleAlert, CircleCheck } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import { useDeveloperTexts } from './texts/index.ts';

const READINESS = ['/ready', '/ready/write'] as const;

interface State {
  readonly isAlive: boolean;
  /** Why it cannot read, and why it cannot write; null: it can. */
  readonly hindrances: readonly (string | null)[];
}

export function ServiceState() {
  const texts = useDeveloperTexts();
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    ask().then(setState);
  }, []);
  const isAlive = state?.isAlive ?? true;
  return (
    <section class="row small" aria-label={texts.state} aria-busy={state === null}>
      <span class={`tag ${mood(state, isAlive)}`}>
        <Icon icon={isAlive ? Activity : CircleAlert} size={1} /> /health: {isAlive ? texts.alive : texts.silent}
      </span>
      {READINESS.map((path, index) => {
        const hindrance = state?.hindrances[index] ?? null;
        return (
          <span key={path} class={`tag ${mood(state, hindrance === null)}`}>
            <Icon icon={hindrance === null ? CircleCheck : CircleAlert} size={1} /> {path}:{' '}
            {hindrance === null ? texts.ready : texts.notReady({ reason: hindrance })}
          </span>
        );
      })}
    </section>
  );
}

/** Until the service has answered, the tags have their size and no colour. */
const mood = (state: State | null, isWell: boolean) => (state === null ? 'asking' : isWell ? 'good' : 'bad');

async function ask(): Promise<State> {
  try {
    const [health, readiness] = await Promise.all([stateAt('/health'), Promise.all(READINESS.map(stateAt))]);
    return { isAlive: health.isWell, hindrances: readiness.map(({ isWell, reason }) => (isWell ? null : reason)) };
  } catch {
    return { isAlive: false, hindrances: READINESS.map(() => '-') };
  }
}

async function stateAt(path: string): Promise<{ isWell: boolean; reason: string }> {
  const response = await fetch(path);
  const { reason } = (await response.json()) as { reason?: string };
  return { isWell: response.ok, reason: reason ?? String(response.status) };
}
