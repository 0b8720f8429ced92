/** The desk: its frame, its addresses, and who may enter. */

import { useState } from 'preact/hooks';
import { lazy, useLocation } from 'preact-iso';
import { Frame } from '../design/frame.tsx';
import { RequestProblem } from '../design/problem.tsx';
import { useAnswer } from '../gateway/use-answer.ts';
import { DeskViewerDocument } from '../generated/operations.ts';
import { usePage } from '../page.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { ShownView } from '../views/shown-view.tsx';
import { useViews, type View } from '../views/views.tsx';
import { NEW_BOOKING, SELECTED_BOOKING } from './bookings/booking-link.tsx';
import { TodayPage } from './bookings/today-page.tsx';
import { DeskBar } from './desk-bar.tsx';
import { LiveBookings } from './live.tsx';
import { type Session, SessionContext } from './session.tsx';
import { SignIn } from './sign-in.tsx';
import { useLoading } from './single-keys.ts';
import { forgetKey, forgetWork, storeSignedOut } from './stored-key.ts';
import { useDeskTexts } from './texts/index.ts';
import './desk.css';

export const VIEWS: readonly View[] = [
  { path: '/desk', component: TodayPage },
  { path: '/desk/bookings', component: lazy(() => import('./bookings/list/bookings-page.tsx')) },
  { path: NEW_BOOKING, component: lazy(() => import('./bookings/new/new-booking-page.tsx')) },
  { path: SELECTED_BOOKING, component: lazy(() => import('./bookings/booking-page.tsx')) },
  { path: '/desk/rooms', component: lazy(() => import('./rooms/rooms-page.tsx')) },
  { path: '/desk/prices', component: lazy(() => import('./rooms/prices-page.tsx')) },
  { path: '/desk/figures', component: lazy(() => import('./figures/figures-page.tsx')) },
  { path: '/desk/keys', component: lazy(() => import('./keys/keys-page.tsx')) },
  { path: '/desk/deliveries', component: lazy(() => import('./bookings/deliveries/deliveries-page.tsx')) },
  { component: TodayPage },
];

export function Desk() {
  const { key, setKey } = usePage();
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
  const { isLoading: isViewComing } = useViews();
  useLoading(isLoading || isViewComing);
  const session: Session | null = viewer && {
    ...viewer,
    leave(refused = false) {
      forgetKey();
      if (!refused) forgetWork();
      storeSignedOut(!refused);
      setRefused(refused);
      setKey(null);
    },
  };
  const links = [
    { href: '/desk', text: texts.today },
    { href: '/desk/bookings', text: texts.bookings },
    { href: '/desk/rooms', text: texts.rooms },
    { href: '/desk/prices', text: texts.prices },
    { href: '/desk/figures', text: texts.figures },
    { href: '/desk/deliveries', text: texts.deliveries },
    ...(viewer?.rights.includes('KEYS') ? [{ href: '/desk/keys', text: texts.apiKeys }] : []),
  ].map((link) => ({ ...link, isCurrent: path === link.href }));
  return (
    <Frame
      brand={{ href: '/desk', text: texts.brand }}
      // While it is asked, the frame has its size already.
      links={mayEnter || isLoading ? links : []}
      bottom={[
        { href: '/', text: texts.shop },
        { href: '/developers', text: texts.developers },
      ]}
    >
      {problem !== null && problem !== 'UNAUTHENTICATED' ? (
        <RequestProblem code={problem} onAgain={again} />
      ) : isLoading ? (
        <p class="muted">{common.loading}</p>
      ) : mayEnter ? (
        <SessionContext.Provider value={session}>
          <LiveBookings>
            <DeskBar />
            <ShownView />
          </LiveBookings>
        </SessionContext.Provider>
      ) : (
        <SignIn reason={viewer ? { rights: viewer.rights } : isRefused || problem !== null ? 'refused' : null} />
      )}
    </Frame>
  );
}
