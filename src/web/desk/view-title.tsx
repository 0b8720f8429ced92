/** The title of a view: it names the document, and takes the focus when the view opens, so that reading goes on there. */
import { useEffect, useRef } from 'preact/hooks';
import { useDeskTexts } from './texts/index.ts';

/** `inHistory` names the document where the title itself must not stand in the browser's history (A8). */
export function ViewTitle({ title, inHistory = title }: { readonly title: string; readonly inHistory?: string }) {
  const { brand } = useDeskTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${inHistory} – ${brand}`;
  }, [inHistory, brand]);
  useEffect(() => {
    // Where the clerk already is in the view, the focus stays.
    if (document.querySelector('main')?.contains(document.activeElement) && document.activeElement?.id !== 'main')
      return;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
