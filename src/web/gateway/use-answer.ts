/**
 * An answer of the gateway as component state. It belongs to one question; a new question aborts the request and hides the old
 * answer. Only when the language changes, the old answer stays until the new one arrives. What the server has rendered the page from
 * is there at first, and is not asked for.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page.tsx';
import { findKnown } from './known-answers.ts';
import { type Request, RequestError, requestWith } from './request.ts';

interface Answer<Data> {
  readonly question: string;
  readonly data: Data | null;
  /** An error code. */
  readonly problem: string | null;
  /** What is wrong with which input, for people. */
  readonly sentences: readonly string[];
}

/** Asks whenever what is `asked` changes, in its JSON; null asks nothing. `again` repeats the question. */
export function useAnswer<Asked, Data>(asked: Asked | null, ask: (request: Request, asked: Asked) => Promise<Data>) {
  const question = JSON.stringify(asked);
  const { key, language, known, isStarted } = usePage();
  const [answer, setAnswer] = useState<Answer<Data> | null>(() => {
    const found = asked === null ? null : findKnown(known, asked, ask);
    return found && { question, data: found.data, problem: null, sentences: [] };
  });
  const [round, setRound] = useState(0);
  /** The question that the server has answered: it is not asked at first. */
  const knownQuestion = useRef(answer?.question ?? null);
  // `ask` is a new function on each render; `question` identifies what it asks.
  useEffect(() => {
    if (!isStarted || asked === null || key === null) return;
    const isThere = knownQuestion.current === question;
    knownQuestion.current = null;
    if (isThere) return;
    const controller = new AbortController();
    const settle = (settled: Omit<Answer<Data>, 'question'>) => {
      if (!controller.signal.aborted) setAnswer({ question, ...settled });
    };
    ask(requestWith({ key, language, signal: controller.signal }), asked).then(
      (data) => settle({ data, problem: null, sentences: [] }),
      (error) => settle({ data: null, problem: codeOf(error), sentences: sentencesOf(error) }),
    );
    return () => controller.abort();
  }, [question, key, language, round, isStarted]);
  const current = answer?.question === question ? answer : null;
  return {
    data: current?.data ?? null,
    problem: current?.problem ?? null,
    sentences: current?.sentences ?? [],
    isLoading: asked !== null && current === null,
    // Who holds this function may have it from before another question was repeated.
    again: () => setRound((before) => before + 1),
  };
}

/** The gateway's error code, or one for an unreachable gateway. */
export function codeOf(error: unknown): string {
  return error instanceof RequestError ? error.code : 'UNREACHABLE';
}

/** What the gateway says of the input. */
export function sentencesOf(error: unknown): readonly string[] {
  return error instanceof RequestError ? error.sentences : [];
}
