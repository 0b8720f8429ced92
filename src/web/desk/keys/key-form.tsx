/** A dialog about keys that does one thing, and says why the gateway refuses it. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { type Request, requestWith } from '../../gateway/request.ts';
import { codeOf, sentencesOf } from '../../gateway/use-answer.ts';
import { usePage } from '../../page.tsx';
import { useCommonTexts } from '../../texts/index.ts';
import { useSession } from '../session.tsx';
import { useKeysTexts } from './texts/index.ts';

/** What a mutation answers if it refuses. */
export interface Refusal {
  readonly message: string;
  readonly problems?: readonly { readonly path: string; readonly message: string }[];
}

export function KeyForm({
  title,
  explanation,
  button,
  tone,
  children,
  send,
  onClose,
}: {
  readonly title: string;
  readonly explanation: string;
  readonly button: string;
  readonly tone: 'primary' | 'danger';
  readonly children?: ComponentChildren;
  /** Does it. Returns why not; null: it is done. */
  send(request: Request): Promise<Refusal | null>;
  onClose(): void;
}) {
  const { key, language } = usePage();
  const { leave } = useSession();
  const common = useCommonTexts();
  const texts = useKeysTexts();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [failure, setFailure] = useState<{ code: string; sentences: readonly string[] } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Before the next key is handled, which is meant for the field.
  useLayoutEffect(() => {
    // On a phone the keyboard would cover what is to be read first.
    if (matchMedia('(pointer: coarse)').matches) return;
    form.current?.querySelector<HTMLElement>('input:not([type="checkbox"]), [type="submit"]')?.focus();
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
    <Dialog title={title} close={common.close} onClose={onClose}>
      <form
        ref={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{explanation}</p>
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
            {texts.keep}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
