/** A part of a page for keys that manage the hotel. It loads when it is opened, so nobody else waits for it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useSession } from '../../session.tsx';

export function ManagersPart({
  title,
  children,
}: {
  readonly title: string;
  readonly children: () => ComponentChildren;
}) {
  const { rights } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!rights.includes('MANAGE')) return null;
  return (
    <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
