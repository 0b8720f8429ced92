/**
 * An answer of the gateway as state of a component. It belongs to one question; another question aborts the request, and
 * until the new answer is there nothing is shown of the old one. Only in another language the old answer stays meanwhile.
 */
import { useEffect, useState } from 'preact/hooks';
import { usePage } from './page.ts';
import { type Request, RequestError, requestWith } from './request.ts';

interface Answer<Data> {
  readonly question: string;
  readonly data: Data | null;
  /** Code of what went wrong. */
  readonly problem: string | null;
}

/** Asks whenever `question` is another one; null asks nothing. `again` repeats the question. */
export function useAnswer<Data>(question: string | null, ask: (request: Request) => Promise<Data>) {
  const { key, language } = usePage();
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  const [round, setRound] = useState(0);
  // `ask` is another function each time, and asks what `question` says.
  useEffect(() => {
    if (question === null || key === null) return;
    const controller = new AbortController();
    const settle = (settled: Omit<Answer<Data>, 'question'>) => {
      if (!controller.signal.aborted) setAnswer({ question, ...settled });
    };
    ask(requestWith({ key, language, signal: controller.signal })).then(
      (data) => settle({ data, problem: null }),
      (error) => settle({ data: null, problem: codeOf(error) }),
    );
    return () => controller.abort();
  }, [question, key, language, round]);
  const current = answer?.question === question ? answer : null;
  return {
    data: current?.data ?? null,
    problem: current?.problem ?? null,
    isLoading: question !== null && current === null,
    again: () => setRound(round + 1),
  };
}

/** A code for every failure: the gateway's own, or that it could not be reached. */
export function codeOf(error: unknown): string {
  return error instanceof RequestError ? error.code : 'UNREACHABLE';
}
