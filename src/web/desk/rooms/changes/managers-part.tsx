/** A part of a page for keys with a right. It loads when it is opened, so nobody else waits for it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Right } from '../../../generated/operations.ts';
import { useSession } from '../../session.tsx';

export function ManagersPart({
  right,
  title,
  children,
}: {
  readonly right: Right;
  readonly title: string;
  readonly children: () => ComponentChildren;
}) {
  const { rights } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!rights.includes(right)) return null;
  return (
    <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
