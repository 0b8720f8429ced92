/** The shop: its frame and its addresses. */
import { lazy, useLocation } from 'preact-iso';
import { Frame } from '../design/frame.tsx';
import { KeyField } from '../design/key-field.tsx';
import { usePage } from '../page.tsx';
import { ShownView } from '../views/shown-view.tsx';
import type { View } from '../views/views.tsx';
import { useLastOffersAddress } from './search/last-search.ts';
import { NotFound } from './search/not-found.tsx';
import { OffersPage } from './search/offers-page.tsx';
import { SearchPage } from './search/search-page.tsx';
import { offersAddress, searchOf } from './search/search-query.ts';
import { useShopTexts } from './texts/index.ts';

const confirmation = () => import('./checkout/booked-page.tsx');
/** Loaded with the confirmation: a guest who has booked must not wait for it, or be left with the form. */
const booking = async () => (await Promise.all([import('./checkout/book-page.tsx'), confirmation()]))[0];

const party = async () => (await Promise.all([import('./checkout/party-page.tsx'), confirmation()]))[0];

export const VIEWS: readonly View[] = [
  { path: '/', component: SearchPage },
  { path: '/offers', component: OffersPage, isControlled: true },
  { path: '/stays/:visitType/:hotel', component: lazy(() => import('./search/stay-page.tsx')), isControlled: true },
  { path: '/hotels/:hotel', component: lazy(() => import('./search/hotel-page.tsx')), isControlled: true },
  { path: '/book', component: lazy(booking) },
  { path: '/book-party', component: lazy(party) },
  { path: '/booked', component: lazy(confirmation) },
  { path: '/booking', component: lazy(() => import('./checkout/my-booking-page.tsx')) },
  { component: NotFound },
];

export function Shop() {
  const { key, settings } = usePage();
  const { path, query } = useLocation();
  const texts = useShopTexts();
  const lastOffers = useLastOffersAddress();
  const links = [
    {
      href: path === '/offers' ? offersAddress(searchOf(query)) : lastOffers,
      text: texts.offers,
      isCurrent: path === '/offers',
    },
    { href: '/booking', text: texts.myBooking, isCurrent: path === '/booking' },
  ];
  const bottom = [
    { href: '/developers', text: texts.developers },
    { href: '/desk', text: texts.desk },
    ...(settings.mail ? [{ href: '/mail', text: texts.mail }] : []),
  ];
  return (
    <Frame brand={{ href: '/', text: texts.brand }} links={links} bottom={bottom}>
      {key === null ? <KeyField /> : <ShownView />}
    </Frame>
  );
}
