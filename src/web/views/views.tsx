/**
 * The views of a page by their addresses. A view stays, and its address with it, until the code of the next one is there. Code that
 * does not load is said, and asked for again; where the server has another build by now, the browser opens the address anew.
 */
import { type ComponentChildren, type ComponentType, createContext } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { LocationProvider, type lazy } from 'preact-iso';
import { exec } from 'preact-iso/router';
import { useProvided } from '../provided.ts';
import { enterPlace, keepPlaces, leavePlace, newEntry } from './places.ts';

export interface View {
  /** As preact-iso matches it; left out: for addresses of no other view. */
  readonly path?: string;
  readonly component: ComponentType | ReturnType<typeof lazy<ComponentType>>;
  /** Whether controls in the view write its query: then a new query leaves the visitor where they are. Else it begins at the top. */
  readonly isControlled?: boolean;
}

type Step = 'push' | 'replace' | 'pop';

/** An address that is shown or on its way; addresses are without their origin. */
interface Move {
  readonly url: string;
  readonly step: Step;
}

interface Views {
  readonly views: readonly View[];
  /** Whether a first view is there. */
  readonly isThere: boolean;
  /** Whether the code of the next view is on its way. */
  readonly isLoading: boolean;
  /** Asks again for code that did not load; null: nothing failed. */
  readonly again: (() => void) | null;
}

const ViewsContext = createContext<Views | null>(null);

const here = () => location.pathname + location.search;
/** For addresses without an origin, which a server does not know. */
const ANY_ORIGIN = 'http://localhost';
const pathOf = (url: string) => new URL(url, ANY_ORIGIN).pathname;
const viewAt = (views: readonly View[], url: string) =>
  views.find(({ path }) => path !== undefined && exec(pathOf(url), path));
const viewOf = (views: readonly View[], url: string) =>
  viewAt(views, url) ?? views.find(({ path }) => path === undefined);
const loaderOf = (view: View | undefined) => (view && 'preload' in view.component ? view.component.preload : null);

/** Loads the code of the view at an address. Returns whether it is there. */
export async function loadView(views: readonly View[], url: string): Promise<boolean> {
  const load = loaderOf(viewOf(views, url));
  return load
    ? load().then(
        () => true,
        () => false,
      )
    : true;
}

/** Gives the parts of a page their location (`useLocation`). Links to other addresses than those of `views` leave the page. */
export function ViewsProvider({
  views,
  first,
  isThere,
  children,
}: {
  readonly views: readonly View[];
  /** The address with which the page begins. */
  readonly first: string;
  /** Whether the code of its view is there. */
  readonly isThere: boolean;
  readonly children: ComponentChildren;
}) {
  const [shown, setShown] = useState<Move | null>(() =>
    isThere || !loaderOf(viewOf(views, first)) ? { url: first, step: 'pop' } : null,
  );
  const [coming, setComing] = useState<(Move & { readonly hasFailed: boolean }) | null>(null);
  const newest = useRef<Move | null>(null);
  const shownNow = useRef(shown);

  const show = (move: Move) => {
    leavePlace();
    if (move.step === 'push') history.pushState(newEntry(), '', move.url);
    if (move.step === 'replace') history.replaceState(history.state, '', move.url);
    shownNow.current = move;
    setShown(move);
  };
  const go = async (move: Move, hasFailed = false) => {
    const before = shownNow.current;
    const isSameView = before !== null && viewOf(views, before.url) === viewOf(views, move.url);
    // What a view notes in its address takes nothing from the visitor, who may be on the way to another one.
    if (isSameView && move.step === 'replace') return show(move);
    newest.current = move;
    const load = isSameView ? null : loaderOf(viewOf(views, move.url));
    setComing(load && { ...move, hasFailed });
    if (!load) return show(move);
    const isLoaded = await loadView(views, move.url);
    if (newest.current !== move) return;
    if (isLoaded) {
      setComing(null);
      return show(move);
    }
    const hasServer = await fetch(move.url, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (newest.current !== move) return;
    // A document that could show nothing would open itself for ever.
    if (hasServer && (before || hasFailed)) open(move);
    else setComing({ ...move, hasFailed: true });
  };
  const newestGo = useRef(go);
  newestGo.current = go;

  useLayoutEffect(() => {
    keepPlaces();
    if (!shown) go({ url: here(), step: 'pop' });
    const follow = (event: MouseEvent) => {
      const url = addressPressed(event);
      if (url === null || !viewAt(views, url)) return;
      event.preventDefault();
      newestGo.current({ url, step: url === here() ? 'replace' : 'push' });
    };
    const pop = () => void newestGo.current({ url: here(), step: 'pop' });
    addEventListener('click', follow);
    addEventListener('popstate', pop);
    return () => {
      removeEventListener('click', follow);
      removeEventListener('popstate', pop);
    };
  }, []);

  const url = shown?.url ?? first;
  const path = pathOf(url);
  const lastPath = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!shown) return;
    const isChanged = lastPath.current === path && viewOf(views, url)?.isControlled;
    if (shown.step === 'push') enterPlace(isChanged ? 'here' : 'beginning');
    if (shown.step === 'pop') enterPlace('place');
    lastPath.current = path;
  }, [shown]);

  const again = coming?.hasFailed ? () => void go({ url: coming.url, step: coming.step }, true) : null;
  useLayoutEffect(() => {
    if (!again) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);

  const place = useMemo(
    () => ({
      ...{ url, path },
      query: Object.fromEntries(new URL(url, ANY_ORIGIN).searchParams),
      route: (wanted: string, replaces = false) =>
        void newestGo.current({ url: wanted, step: replaces ? 'replace' : 'push' }),
      back: () => history.back(),
      forward: () => history.forward(),
    }),
    [url],
  );
  const state = { views, isThere: shown !== null, isLoading: coming !== null && !coming.hasFailed, again };
  return (
    <LocationProvider.ctx.Provider value={place}>
      <ViewsContext.Provider value={state}>{children}</ViewsContext.Provider>
    </LocationProvider.ctx.Provider>
  );
}

export function useViews(): Views {
  return useProvided(ViewsContext);
}

/** Opens the address with a new document, which names the files that the server has. */
function open({ url, step }: Move): void {
  if (step === 'push') location.assign(url);
  else if (url === here()) location.reload();
  else location.replace(url);
}

/** The address on this server that a plain press of a link leads to; null: the browser does what is to be done. */
function addressPressed(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement);
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return null;
  if (!['', '_self'].includes(link.target) || link.getAttribute('href')?.startsWith('#')) return null;
  return link.pathname + link.search;
}
