/** A picture of a hotel or room. Where there is none, or it does not come, a drawing takes its place. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { pictureAddress } from '../../format/picture.ts';
import type { PictureFragment } from '../../generated/operations.ts';

const USUAL_SIZE = { width: 1200, height: 800 };

export function Picture({
  image,
  sizes,
  isFirst = false,
}: {
  readonly image: PictureFragment | null | undefined;
  /** How wide it is shown, as `sizes` of HTML. */
  readonly sizes: string;
  /** Whether it is seen without scrolling; others are loaded when they come near. */
  readonly isFirst?: boolean;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const element = useRef<HTMLImageElement>(null);
  // On a page that the server has rendered, a picture may have failed before anybody listened.
  useEffect(() => {
    if (image && element.current?.complete && element.current.naturalWidth === 0) setFailed(image.url);
  }, [image?.url]);
  if (!image || failed === image.url) return <DrawnSpa />;
  const { url, variants, alt, width, height } = image;
  const size = width && height ? { width, height } : USUAL_SIZE;
  return (
    <img
      ref={element}
      class="picture"
      src={pictureAddress(variants.at(-1)?.url ?? url)}
      srcset={variants.length > 0 ? variants.map((one) => `${one.url} ${one.width}w`).join(', ') : undefined}
      sizes={variants.length > 0 ? sizes : undefined}
      {...size}
      alt={alt.text ?? ''}
      lang={alt.localeTag ?? undefined}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchpriority={isFirst ? 'high' : 'auto'}
      decoding={isFirst ? 'auto' : 'async'}
      onError={() => setFailed(url)}
    />
  );
}

/** Hills, a colonnade and a spring, in the colours of the design. */
function DrawnSpa() {
  return (
    <svg class="picture drawn" viewBox="0 0 300 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path class="far" d="M0 120 Q60 60 130 105 T300 80 V200 H0Z" />
      <path class="near" d="M0 150 Q90 105 170 140 T300 125 V200 H0Z" />
      <path class="house" d="M 92 150V112h116v38zM86 112l64-26 64 26z" />
      <path
        class="gap"
        d="M102 150v-22a6 6 0 0 1 12 0v22zm28 0v-22a6 6 0 0 1 12 0v22zm28 0v-22a6 6 0 0 1 12 0v22zm28 0v-22a6 6 0 0 1 12 0v22z"
      />
      <path class="water" d="M0 168 q15 -8 30 0 t30 0 t30 0 t30 0 t30 0 t30 0 t30 0 t30 0 t30 0 t30 0 V200 H0Z" />
    </svg>
  );
}
