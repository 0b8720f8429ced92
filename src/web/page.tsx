/** What every part of a page needs, and how a page starts. Texts belong to the pages: each has its own. */
import { type ComponentType, createContext, hydrate, render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { chosenLanguage, forgetLanguageOfAddress, type Language, rememberLanguage } from './format/language.ts';
import type { KnownAnswers } from './gateway/known-answers.ts';
import { useProvided } from './provided.ts';
import type { Settings } from './rendering.ts';
import { loadView, type View, ViewsProvider } from './views/views.tsx';
import './design/design.css';

export interface Page {
  readonly settings: Settings;
  readonly language: Language;
  /** The API key; null: the visitor has not entered one. */
  readonly key: string | null;
  /** Answers that the server has rendered the page from, until it has started. */
  readonly known: KnownAnswers;
  /** Whether it may look as this browser wants it; before, it looks as the server has rendered it. */
  readonly isStarted: boolean;
  /** Changes the language of the page, now and for the next visit. */
  setLanguage(language: Language): void;
  setKey(key: string | null): void;
}

const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  return useProvided(PageContext);
}

/** How a page begins, in a browser or at the server. */
export interface PageStart extends Pick<Page, 'settings' | 'language' | 'key' | 'known'> {
  /** The path and the query. */
  readonly url: string;
  /** Whether the server renders it, or has. */
  readonly isRendered: boolean;
}

export function PageRoot({
  App,
  views,
  start,
}: {
  readonly App: ComponentType;
  readonly views: readonly View[];
  readonly start: PageStart;
}) {
  const { settings, known, url, isRendered } = start;
  const [language, showLanguage] = useState(start.language);
  const [key, setKey] = useState(start.key);
  const [isStarted, setIsStarted] = useState(!isRendered);
  useLayoutEffect(() => {
    setIsStarted(true);
    // Views that are shown later ask anew.
    known.clear();
  }, []);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const setLanguage = (chosen: Language) => {
    rememberLanguage(chosen);
    forgetLanguageOfAddress();
    showLanguage(chosen);
  };
  return (
    <PageContext.Provider value={{ settings, language, key, known, isStarted, setLanguage, setKey }}>
      <ViewsProvider views={views} first={url} isThere={isRendered}>
        <App />
      </ViewsProvider>
    </PageContext.Provider>
  );
}

/**
 * Shows a page in the browser. `storedKey` is one that the visitor entered before; without it that of the settings counts, if the page
 * takes it. Links to other addresses than those of `views` leave the page. What the server has rendered stays as it is.
 */
export async function startPage(
  App: ComponentType,
  {
    storedKey = null,
    takesKey = true,
    views = [],
  }: { readonly storedKey?: string | null; readonly takesKey?: boolean; readonly views?: readonly View[] } = {},
): Promise<void> {
  const settings = JSON.parse(elementOf('#settings').textContent) as Settings;
  const page = elementOf('#page');
  const language = chosenLanguage();
  const url = location.pathname + location.search;
  const answers = document.documentElement.lang === language ? document.querySelector('#answers') : null;
  const isRendered = answers !== null && (await loadView(views, url));
  const known = new Map(Object.entries(isRendered ? JSON.parse(answers.textContent) : {}));
  const key = storedKey ?? (takesKey ? settings.key : null);
  const root = <PageRoot App={App} views={views} start={{ settings, language, key, url, known, isRendered }} />;
  if (isRendered) return hydrate(root, page);
  page.replaceChildren();
  render(root, page);
}

/** An element that the server writes into every page. */
function elementOf(selector: string): Element {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return element;
}
