/** The desk: its frame, its addresses, and who may enter. */

import { useState } from 'preact/hooks';
import { lazy, Route, Router, useLocation } from 'preact-iso';
import { Frame } from '../design/frame.tsx';
import { RequestProblem } from '../design/problem.tsx';
import { useAnswer } from '../gateway/use-answer.ts';
import { DeskViewerDocument } from '../generated/operations.ts';
import { usePage } from '../page.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { SELECTED_BOOKING } from './bookings/booking-link.tsx';
import { TodayPage } from './bookings/today-page.tsx';
import { DeskBar } from './desk-bar.tsx';
import { LiveBookings } from './live.tsx';
import { type Session, SessionContext } from './session.tsx';
import { type Reason, SignIn } from './sign-in.tsx';
import { setRouteLoading, useLoading } from './single-keys.ts';
import { forgetKey, forgetWork, storeSignedOut } from './stored-key.ts';
import { useDeskTexts } from './texts/index.ts';
import './desk.css';

const BookingsPage = lazy(() => import('./bookings/list/bookings-page.tsx'));
const BookingPage = lazy(() => import('./bookings/booking-page.tsx'));
const RoomsPage = lazy(() => import('./rooms/rooms-page.tsx'));
const PricesPage = lazy(() => import('./rooms/prices-page.tsx'));
const DeliveriesPage = lazy(() => import('./bookings/deliveries/deliveries-page.tsx'));

export function Desk() {
  const { key, useKey } = usePage();
  const { path } = useLocation();
  const common = useCommonTexts();
  const texts = useDeskTexts();
  const [isRefused, setRefused] = useState(false);
  const {
    data: viewer,
    problem,
    isLoading,
    again,
  } = useAnswer(
    key === null ? null : `viewer ${key}`,
    async (request) => (await request(DeskViewerDocument, {})).viewer,
  );
  const mayEnter = viewer?.rights.includes('OPERATE') ?? false;
  // While it is asked, the frame has its size already.
  const isExpected = isLoading && key !== null;
  useLoading(isExpected);
  const session: Session | null = viewer && {
    ...viewer,
    leave(refused = false) {
      forgetKey();
      if (!refused) forgetWork();
      storeSignedOut(!refused);
      setRefused(refused);
      useKey(null);
    },
  };
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
      links={mayEnter || isExpected ? links : []}
      bottom={[
        { href: '/', text: texts.shop },
        { href: '/developers', text: texts.developers },
      ]}
    >
      {problem !== null && problem !== 'UNAUTHENTICATED' ? (
        <RequestProblem code={problem} onAgain={again} />
      ) : isExpected ? (
        <p class="muted">{common.loading}</p>
      ) : mayEnter ? (
        <SessionContext.Provider value={session}>
          <LiveBookings>
            <DeskBar />
            <Router onLoadStart={() => setRouteLoading(true)} onLoadEnd={() => setRouteLoading(false)}>
              <Route path="/desk" component={TodayPage} />
              <Route path="/desk/bookings" component={BookingsPage} />
              <Route path={SELECTED_BOOKING} component={BookingPage} />
              <Route path="/desk/rooms" component={RoomsPage} />
              <Route path="/desk/prices" component={PricesPage} />
              <Route path="/desk/deliveries" component={DeliveriesPage} />
              <Route default component={TodayPage} />
            </Router>
          </LiveBookings>
        </SessionContext.Provider>
      ) : (
        <SignIn reason={reasonOf({ isRefused: isRefused || problem !== null, viewer })} />
      )}
    </Frame>
  );
}

function reasonOf({
  isRefused,
  viewer,
}: {
  readonly isRefused: boolean;
  readonly viewer: Pick<Session, 'rights'> | null;
}): Reason | null {
  if (viewer) return { rights: viewer.rights };
  return isRefused ? 'refused' : null;
}
