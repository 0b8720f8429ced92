/** The pictures of a hotel, side by side; what does not fit is scrolled to. Pressing one shows it large. */
import { ChevronLeft, ChevronRight } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import type { PictureFragment } from '../../../generated/operations.ts';
import { Picture } from '../picture.tsx';
import { useSearchTexts } from '../texts/index.ts';

export function Gallery({ images }: { readonly images: readonly PictureFragment[] }) {
  const texts = useSearchTexts();
  /** The picture that is shown large. */
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const count = images.length;
  if (count === 0) {
    return (
      <div class="gallery">
        <Picture image={undefined} sizes="" />
      </div>
    );
  }
  const sizes = count === 1 ? '(min-width: 60rem) 72rem, 92vw' : '(min-width: 60rem) 40rem, 85vw';
  return (
    <section class={count === 1 ? 'gallery' : 'gallery many'} aria-label={texts.pictures}>
      {images.map((image, index) => (
        <button
          key={image.url}
          type="button"
          class="of-picture"
          aria-label={texts.enlarge({ picture: index + 1, count })}
          onClick={() => setEnlarged(index)}
        >
          <Picture image={image} sizes={sizes} isFirst={index === 0} />
        </button>
      ))}
      {enlarged !== null && <Enlarged images={images} first={enlarged} onClose={() => setEnlarged(null)} />}
    </section>
  );
}

/** One picture after the other, by swiping, by the buttons or by the arrow keys. */
function Enlarged({
  images,
  first,
  onClose,
}: {
  readonly images: readonly PictureFragment[];
  readonly first: number;
  onClose(): void;
}) {
  const texts = useSearchTexts();
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(first);
  const count = images.length;
  const show = (index: number, behavior: ScrollBehavior = 'auto') => {
    const element = strip.current;
    if (index >= 0 && index < count) element?.scrollTo({ left: index * element.clientWidth, behavior });
  };
  // The dialog has opened by then, so that the strip has its width.
  useLayoutEffect(() => show(first, 'instant'), []);
  return (
    <Dialog title={texts.pictureOf({ picture: shown + 1, count })} isWide onClose={onClose}>
      <div class="enlarged stack">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys do what the buttons do. */}
        <div
          ref={strip}
          class="strip"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
          tabIndex={0}
          autofocus
          onKeyDown={(event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            // Together with these an arrow is the browser's: Alt with the left one goes back.
            if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            show(shown + step);
          }}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
            if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth));
          }}
        >
          {images.map((image, index) => (
            <figure key={image.url} aria-hidden={index !== shown}>
              <Picture image={image} sizes="(min-width: 80rem) 75rem, 92vw" isFirst={index === first} />
              <figcaption class="small muted" lang={image.alt.localeTag ?? undefined}>
                {image.alt.text}
              </figcaption>
            </figure>
          ))}
        </div>
        {count > 1 && (
          <p class="row">
            <button type="button" disabled={shown === 0} onClick={() => show(shown - 1)}>
              <Icon icon={ChevronLeft} />
              {texts.previousPicture}
            </button>
            <button type="button" disabled={shown === count - 1} onClick={() => show(shown + 1)}>
              {texts.nextPicture}
              <Icon icon={ChevronRight} />
            </button>
          </p>
        )}
      </div>
    </Dialog>
  );
}
