/** Sends changes, one at a time, and keeps what came of the last one. */
import { useState } from 'preact/hooks';
import { type Request, requestWith } from '../../gateway/request.ts';
import { codeOf } from '../../gateway/use-answer.ts';
import { usePage } from '../../page.tsx';
import { useSession } from '../session.tsx';
import type { InputProblem, Refusal } from './refusal.ts';

/** What a mutation answers. */
type Result =
  | { readonly __typename: 'InventoryUpdated' | 'RatesUpdated'; readonly nights: number }
  | { readonly __typename: 'InvalidInput'; readonly message: string; readonly problems: readonly InputProblem[] }
  | { readonly __typename: 'NotFound'; readonly message: string };

export function useSending() {
  const { key, language } = usePage();
  const { leave } = useSession();
  const [isBusy, setBusy] = useState(false);
  /** Null: it was done. */
  const send = async (mutate: (request: Request) => Promise<Result>): Promise<Refusal | null> => {
    setBusy(true);
    try {
      const result = await mutate(requestWith({ key: key!, language }));
      if ('nights' in result) return null;
      return { message: result.message, problems: 'problems' in result ? result.problems : [] };
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
