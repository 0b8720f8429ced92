/** A dialog that does one thing: what it means, what is to be said, and why the gateway refuses it. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { RequestProblem } from '../design/problem.tsx';
import { type Request, requestWith } from '../gateway/request.ts';
import { codeOf, sentencesOf } from '../gateway/use-answer.ts';
import { usePage } from '../page.tsx';
import type { Refusal } from '../people/entries.ts';
import { useSession } from './session.tsx';

interface Failure {
  readonly code: string;
  readonly sentences: readonly string[];
}

export function FormDialog({
  title,
  about,
  explanation,
  button,
  keep,
  tone,
  isWide = false,
  children,
  send,
  onClose,
}: {
  readonly title: string;
  /** What it is done with. */
  readonly about?: ComponentChildren;
  /** Empty where there is nothing to explain. */
  readonly explanation: string;
  readonly button: string;
  /** The button that does nothing. */
  readonly keep: string;
  readonly tone: 'primary' | 'danger';
  /** Whether it has many fields. */
  readonly isWide?: boolean;
  readonly children?: ComponentChildren;
  /** Does it. Returns why not; null: it is done. */
  send(request: Request): Promise<Refusal | null>;
  onClose(): void;
}) {
  const { key, language } = usePage();
  const { leave } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Before the next key is handled, which is meant for the field.
  useLayoutEffect(() => {
    // On a phone the keyboard would cover what is to be read first.
    if (matchMedia('(pointer: coarse)').matches) return;
    form.current
      ?.querySelector<HTMLElement>('textarea, input:not([type="checkbox"], [type="radio"]), [type="submit"]')
      ?.focus();
  }, []);
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    setFailure(null);
    try {
      setRefusal(await send(requestWith({ key, language })));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'UNAUTHENTICATED') return leave(true);
      setFailure({ code, sentences: sentencesOf(error) });
    }
    setBusy(false);
  };
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form
        ref={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {about}
        {explanation && <p>{explanation}</p>}
        {children}
        {refusal && (
          <Notice tone="bad">{refusal.problems?.map(({ message }) => message).join(' ') || refusal.message}</Notice>
        )}
        {failure && <RequestProblem {...failure} />}
        <div class="row">
          <button type="submit" class={tone} aria-busy={isBusy}>
            {button}
          </button>
          <button type="button" class="quiet" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
            {keep}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
