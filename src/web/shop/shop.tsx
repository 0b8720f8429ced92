/** The shop: its frame and its addresses. */
import { lazy, Route, Router, useLocation } from 'preact-iso';
import { Frame } from '../design/frame.tsx';
import { KeyField } from '../design/key-field.tsx';
import { usePage } from '../page.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { NotFound } from './search/not-found.tsx';
import { OffersPage } from './search/offers-page.tsx';
import { SearchPage } from './search/search-page.tsx';
import { useShopTexts } from './texts/index.ts';

const StayPage = lazy(() => import('./search/stay-page.tsx'));
const BookPage = lazy(() => import('./checkout/book-page.tsx'));
const BookedPage = lazy(() => import('./checkout/booked-page.tsx'));
const MyBookingPage = lazy(() => import('./checkout/my-booking-page.tsx'));

export function Shop() {
  const { key, settings } = usePage();
  const { path } = useLocation();
  const common = useCommonTexts();
  const texts = useShopTexts();
  const links = [
    { href: '/offers', text: texts.offers },
    { href: '/booking', text: texts.myBooking },
  ].map((link) => ({ ...link, isCurrent: path === link.href }));
  const bottom = [
    { href: '/developers', text: texts.developers },
    { href: '/desk', text: texts.desk },
    ...(settings.mail ? [{ href: '/mail', text: texts.mail }] : []),
  ];
  return (
    <Frame brand={{ href: '/', text: texts.brand }} skip={common.skip} ways={common.ways} links={links} bottom={bottom}>
      {key === null ? (
        <KeyField />
      ) : (
        <Router>
          <Route path="/" component={SearchPage} />
          <Route path="/offers" component={OffersPage} />
          <Route path="/stays/:visitType/:hotel" component={StayPage} />
          <Route path="/book" component={BookPage} />
          <Route path="/booked" component={BookedPage} />
          <Route path="/booking" component={MyBookingPage} />
          <Route default component={NotFound} />
        </Router>
      )}
    </Frame>
  );
}
