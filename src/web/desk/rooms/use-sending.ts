/** Sends changes, one at a time, and keeps what came of the last one. */
import { useState } from 'preact/hooks';
import { type Request, requestWith } from '../../gateway/request.ts';
import { codeOf } from '../../gateway/use-answer.ts';
import { usePage } from '../../page.tsx';
import { useSession } from '../session.tsx';
import type { InputProblem, Refusal } from './refusal.ts';

/** What a mutation answers. */
type Result<Now> =
  | {
      readonly __typename: 'InventoryUpdated' | 'RatesUpdated' | 'RatesAdjusted' | 'ChangeUndone';
      readonly nights: number;
    }
  | { readonly __typename: 'InvalidInput'; readonly message: string; readonly problems: readonly InputProblem[] }
  | { readonly __typename: 'NotFound'; readonly message: string }
  | {
      readonly __typename: 'Conflict';
      readonly message: string;
      readonly changes: readonly { readonly path: string; readonly now: Now }[];
    };

/** `sayNow` says what is stored of a night that somebody else has changed meanwhile. */
export function useSending<Now>(sayNow: (now: Now) => string) {
  const { key, language } = usePage();
  const { leave } = useSession();
  const [isBusy, setBusy] = useState(false);
  /** Null: it was done. */
  const send = async (mutate: (request: Request) => Promise<Result<Now>>): Promise<Refusal | null> => {
    setBusy(true);
    try {
      const result = await mutate(requestWith({ key, language }));
      if ('nights' in result) return null;
      if (result.__typename === 'Conflict') {
        const problems = result.changes.map(({ path, now }) => ({ path, message: sayNow(now) }));
        return { message: result.message, problems, isConflict: true };
      }
      return { message: result.message, problems: 'problems' in result ? result.problems : [], isConflict: false };
    } catch (error) {
      const code = codeOf(error);
      if (code === 'UNAUTHENTICATED') leave(true);
      return { code };
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, send };
}
