/** The title of a view. Who comes from another view continues at its heading; the first view of a page takes no focus. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

let isFirstView = true;

/** @returns the reference that the view's `h1` needs, which has `tabIndex={-1}` */
export function useTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (!isFirstView) heading.current?.focus({ preventScroll: true });
    isFirstView = false;
  }, []);
  return heading;
}
