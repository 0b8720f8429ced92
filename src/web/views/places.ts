/**
 * Where the visitor was in each entry of the window's history: how far down, and at which link. A browser that goes back by itself
 * would look for the place before the view has its answers, and would find a page too short for it.
 */
import { windowStorage } from '../storages.ts';

interface Place {
  /** In pixels. */
  readonly top: number;
  /** The `href` of the link with the focus; null: none of this server has it. Others may name people: `mailto:`, `tel:`. */
  readonly link: string | null;
}

const NAME = 'places';
/** What moves the page or the focus, or writes (dictation and autofill press no key): whoever does it wants to be elsewhere. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'input'];

const stored = windowStorage.parsed(NAME);
const places: Place[] = Array.isArray(stored) ? stored : [];
/** The place of the view that is shown. */
let current: number | null = null;
let stopReturning = () => {};

const hrefOf = (element: Element | null) =>
  element instanceof HTMLAnchorElement && element.origin === location.origin ? element.getAttribute('href') : null;

/** Keeps the place before another entry is shown. */
export function leavePlace(): void {
  stopReturning();
  if (current !== null) places[current] = { top: scrollY, link: hrefOf(document.activeElement) };
}

/** The state of a new entry of the history. */
export function newEntry(): { readonly place: number } {
  places.push({ top: 0, link: null });
  return { place: places.length - 1 };
}

/** Continues in the entry that is shown: at its beginning, where the visitor is, or at its own place. */
export function enterPlace(at: 'beginning' | 'here' | 'place'): void {
  const state = history.state as { readonly place?: number } | null;
  const known = state?.place === undefined ? undefined : places[state.place];
  // One that the browser has made, for a part of the page or a first visit: it is where it should be.
  if (!known) history.replaceState(newEntry(), '');
  current = (history.state as { readonly place: number }).place;
  if (at === 'beginning') scrollTo({ top: 0, behavior: 'instant' });
  else if (at === 'place' && known) returnTo(known);
}

/** Takes places from the browser, and keeps them for a reload and for the way back from another page. */
export function keepPlaces(): void {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => {
    leavePlace();
    windowStorage.set(NAME, JSON.stringify(places));
  });
}

/** Scrolls as far as the page reaches each time that it grows, until it reaches the place or the visitor moves. */
function returnTo({ top, link }: Place): void {
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' });
    // Links to other servers have none, as a place without a link.
    const links = link === null ? [] : [...document.querySelectorAll<HTMLElement>('a[href]')];
    const found = links.find((one) => hrefOf(one) === link);
    if (Math.ceil(scrollY) < Math.floor(top) || (link !== null && !found)) return;
    found?.focus({ preventScroll: true });
    stopReturning();
  });
  stopReturning = () => {
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, stopReturning);
    stopReturning = () => {};
  };
  for (const act of ACTS) addEventListener(act, stopReturning, { passive: true });
  observer.observe(document.body);
}
