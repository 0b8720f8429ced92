/** The lines above every view: whether changes arrive, whose key it is and where it works, the keys, the way out. */
import { Keyboard, LogOut, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon } from '../design/icon.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { NEW_BOOKING } from './bookings/booking-link.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { useLive } from './live.tsx';
import { useSession } from './session.tsx';
import { awaitSearchField, focusSearchField, useSingleKeys } from './single-keys.ts';
import { useDeskTexts } from './texts/index.ts';

export function DeskBar() {
  const common = useCommonTexts();
  const texts = useDeskTexts();
  const { client, allDestinations, destinations, hotels, leave } = useSession();
  const { isConnected, reconnect } = useLive();
  const { route } = useLocation();
  const [showsKeys, setShowsKeys] = useState(false);
  useSingleKeys({
    '?': () => setShowsKeys(true),
    n: () => route(NEW_BOOKING),
    '/': () => {
      if (document.querySelector('input[type="search"]')) return focusSearchField();
      awaitSearchField();
      route('/desk/bookings?search=1');
    },
  });
  return (
    <>
      <div class="desk-bar row small no-print">
        <p class={`live ${isConnected === false ? 'lost' : ''}`} role="status">
          {isConnected === null ? texts.connecting : isConnected ? texts.live : texts.lost}
        </p>
        {isConnected === false && (
          <button type="button" class="quiet" onClick={reconnect}>
            {common.tryAgain}
          </button>
        )}
        <span class="muted client">{client}</span>
        <a class="button" href={NEW_BOOKING}>
          <Icon icon={Plus} />
          <span class="words">{texts.newBooking}</span>
        </a>
        <button type="button" class="quiet for-keyboards" onClick={() => setShowsKeys(true)}>
          <Icon icon={Keyboard} />
          {texts.keys}
        </button>
        <button type="button" class="quiet" onClick={() => leave()}>
          <Icon icon={LogOut} />
          {texts.signOut}
        </button>
        {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      </div>
      <p class="where small muted no-print">
        {hotels
          ? texts.onlyHotels({ names: hotels.map(({ name }) => name).join(', ') })
          : allDestinations
            ? texts.everywhere
            : texts.hotelsIn({ names: destinations.map(({ name }) => name.text).join(', ') })}
      </p>
    </>
  );
}
