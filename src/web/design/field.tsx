/** A labelled control with its note and what is wrong with it. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Attributes that tie a control to its label, note and problem. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

export function Field({
  label,
  note,
  wrong,
  class: more = '',
  children,
}: {
  readonly label: string;
  readonly note?: string | undefined;
  /** What is wrong with the entry, as a sentence. */
  readonly wrong?: string | undefined;
  readonly class?: string;
  /** The control: it spreads what it is given. */
  children(attributes: ControlAttributes): ComponentChildren;
}) {
  const id = useId();
  const described = [note && `${id}-note`, wrong && `${id}-wrong`].filter(Boolean).join(' ') || undefined;
  return (
    <div class={`field ${more}`}>
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': wrong !== undefined })}
      {note && (
        <p class="note" id={`${id}-note`}>
          {note}
        </p>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}
