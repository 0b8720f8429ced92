/** The pictures of a hotel, side by side; what does not fit is scrolled to. */
import type { PictureFragment } from '../../../generated/operations.ts';
import { Picture } from '../picture.tsx';
import { useSearchTexts } from '../texts/index.ts';

export function Gallery({ images }: { readonly images: readonly PictureFragment[] }) {
  const texts = useSearchTexts();
  if (images.length < 2) {
    return (
      <div class="gallery">
        <Picture image={images[0]} sizes="(min-width: 60rem) 72rem, 92vw" isFirst />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section class="gallery many" aria-label={texts.pictures} tabIndex={0}>
      {images.map((image, index) => (
        <Picture key={image.url} image={image} sizes="(min-width: 60rem) 40rem, 85vw" isFirst={index === 0} />
      ))}
    </section>
  );
}
