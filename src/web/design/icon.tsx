/** Icons of Lucide. They decorate: what they mean stands beside them as text, or in the name of their button. */
import type { IconNode } from 'lucide';
import { h } from 'preact';

/** `icon` is imported from `lucide` by name, so that a page loads only those it shows. Size in rem. */
export function Icon({ icon, size = 1.25 }: { readonly icon: IconNode; readonly size?: number }) {
  return (
    <svg
      width={`${size}rem`}
      height={`${size}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {icon.map(([tag, attributes], index) => h(tag, { key: index, ...attributes }))}
    </svg>
  );
}
