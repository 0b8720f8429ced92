/** Stars of a hotel, drawn and in words. */
import { useSearchTexts } from './texts/index.ts';

export function Stars({ stars }: { readonly stars: number }) {
  const texts = useSearchTexts();
  return (
    <span class="stars">
      <span aria-hidden="true">{'★'.repeat(stars)}</span>
      <span class="unseen">{texts.stars({ count: stars })}</span>
    </span>
  );
}
