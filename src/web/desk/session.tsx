/** Who works at the desk: the client of the key, what the key may do, and the way out. */
import { createContext } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Request, Whole } from '../gateway/request.ts';
import { useAnswer } from '../gateway/use-answer.ts';
import type { DeskViewerQuery } from '../generated/operations.ts';
import { useProvided } from '../provided.ts';

type Viewer = Whole<DeskViewerQuery>['viewer'];

/**
 * `hotels` are those that the key is bound to; null: all of its destinations. `today` is the date in the business time zone when the desk
 * was opened; `useToday` has that of now.
 */
export interface Session extends Viewer {
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
