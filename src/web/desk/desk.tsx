/** The desk: its frame and its addresses. */
import { lazy, Route, Router, useLocation } from 'preact-iso';
import { Frame } from '../design/frame.tsx';
import { KeyField } from '../design/key-field.tsx';
import { usePage } from '../page.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { TodayPage } from './bookings/today-page.tsx';
import { storeKey } from './stored-key.ts';
import { useDeskTexts } from './texts/index.ts';

const BookingsPage = lazy(() => import('./bookings/bookings-page.tsx'));
const BookingPage = lazy(() => import('./bookings/booking-page.tsx'));
const RoomsPage = lazy(() => import('./rooms/rooms-page.tsx'));
const PricesPage = lazy(() => import('./rooms/prices-page.tsx'));
const DeliveriesPage = lazy(() => import('./bookings/deliveries-page.tsx'));

export function Desk() {
  const { key } = usePage();
  const { path } = useLocation();
  const common = useCommonTexts();
  const texts = useDeskTexts();
  const links = [
    { href: '/desk', text: texts.today },
    { href: '/desk/bookings', text: texts.bookings },
    { href: '/desk/rooms', text: texts.rooms },
    { href: '/desk/prices', text: texts.prices },
    { href: '/desk/deliveries', text: texts.deliveries },
  ].map((link) => ({ ...link, isCurrent: path === link.href }));
  return (
    <Frame
      brand={{ href: '/desk', text: texts.brand }}
      skip={common.skip}
      ways={common.ways}
      links={key === null ? [] : links}
      bottom={[
        { href: '/', text: texts.shop },
        { href: '/developers', text: texts.developers },
      ]}
    >
      {key === null ? (
        <KeyField onKey={storeKey} />
      ) : (
        <Router>
          <Route path="/desk" component={TodayPage} />
          <Route path="/desk/bookings" component={BookingsPage} />
          <Route path="/desk/bookings/:id" component={BookingPage} />
          <Route path="/desk/rooms" component={RoomsPage} />
          <Route path="/desk/prices" component={PricesPage} />
          <Route path="/desk/deliveries" component={DeliveriesPage} />
          <Route default component={TodayPage} />
        </Router>
      )}
    </Frame>
  );
}
