/** A modal dialog: the browser's own, which keeps the focus, closes on Escape and gives the focus back. */
import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useCommonTexts } from '../texts/index.ts';
import { Icon } from './icon.tsx';

export function Dialog({
  title,
  isWide = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isWide?: boolean;
  onClose(): void;
  readonly children: ComponentChildren;
}) {
  const { close } = useCommonTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key is handled: a key pressed in between would move the focus that the dialog gives back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // A dialog that is removed while it is open gives the focus back, too. Whoever removes it need not be told.
    return () => {
      dialog.current = null;
      shown?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} class={isWide ? 'wide' : ''} aria-labelledby={id} onClose={() => dialog.current && onClose()}>
      <div class="dialog-title">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label={close} onClick={() => dialog.current?.close()}>
          <Icon icon={X} />
        </button>
      </div>
      {children}
    </dialog>
  );
}
