/** Who works at the desk: the client of the key, what the key may do, and the way out. */
import { createContext } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Request } from '../gateway/request.ts';
import { useAnswer } from '../gateway/use-answer.ts';
import type { Right } from '../generated/operations.ts';
import { useProvided } from '../provided.ts';

export interface Session {
  readonly client: string;
  /** Whether its key makes tests. */
  readonly isTest: boolean;
  readonly rights: readonly Right[];
  readonly allDestinations: boolean;
  /** Where it works: in all hotels there, or in `hotels`. */
  readonly destinations: readonly { readonly name: { readonly text: string | null } }[];
  /** The hotels that the key is bound to; null: all of its destinations. */
  readonly hotels: readonly { readonly number: number; readonly name: string }[] | null;
  /** The date in the business time zone when the desk was opened; `useToday` has that of now. */
  readonly today: string;
  /** Forgets the key. `isRefused`: the gateway no longer accepts it. */
  leave(isRefused?: boolean): void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  return useProvided(SessionContext);
}

/**
 * `useAnswer` that asks for another key when the gateway no longer accepts this one. What was answered before stays when the same
 * question fails.
 */
export function useDeskAnswer<Asked, Data>(
  asked: Asked | null,
  ask: (request: Request, asked: Asked) => Promise<Data>,
) {
  const { leave } = useSession();
  const question = JSON.stringify(asked);
  const answer = useAnswer(asked, ask);
  const last = useRef<{ question: string; data: Data } | null>(null);
  if (answer.data !== null) last.current = { question, data: answer.data };
  const isRefused = answer.problem === 'UNAUTHENTICATED';
  useEffect(() => {
    if (isRefused) leave(true);
  }, [isRefused]);
  const before = last.current?.question === question ? last.current.data : null;
  return { ...answer, data: answer.data ?? before };
}
