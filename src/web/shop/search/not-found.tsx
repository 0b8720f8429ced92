/** The view of an address that leads to nothing. */
import { MapPinOff } from 'lucide';
import { Icon } from '../../design/icon.tsx';
import { useShopTitle } from '../use-shop-title.ts';
import { useSearchTexts } from './texts/index.ts';

export function NotFound() {
  const texts = useSearchTexts();
  const heading = useShopTitle(texts.notFound);
  return (
    <div class="empty stack">
      <Icon icon={MapPinOff} size={2.5} />
      <h1 ref={heading} tabIndex={-1}>
        {texts.notFound}
      </h1>
      <p>{texts.notFoundNote}</p>
      <p>
        <a class="button primary" href="/">
          {texts.toSearch}
        </a>
      </p>
    </div>
  );
}
