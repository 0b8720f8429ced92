/** What every part of a page needs, and how a page starts. Texts belong to the pages: each has its own. */
import { type ComponentType, createContext, render } from 'preact';
import { useState } from 'preact/hooks';
import { chosenLanguage, type Language, rememberLanguage } from './format/language.ts';
import { useProvided } from './provided.ts';
import type { Settings } from './rendering.ts';
import { type View, ViewsProvider } from './views/views.tsx';
import './design/design.css';

export interface Page {
  readonly settings: Settings;
  readonly language: Language;
  /** The API key; null: the visitor has not entered one. */
  readonly key: string | null;
  /** Changes the language of the page, now and for the next visit. */
  setLanguage(language: Language): void;
  setKey(key: string | null): void;
}

const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  return useProvided(PageContext);
}

/**
 * Renders a page. `storedKey` is one that the visitor entered before; without it that of the settings counts, if the page
 * takes it. Links to other addresses than those of `views` leave the page.
 */
export function startPage(
  App: ComponentType,
  {
    storedKey = null,
    takesKey = true,
    views = [],
  }: { readonly storedKey?: string | null; readonly takesKey?: boolean; readonly views?: readonly View[] } = {},
): void {
  const settings = JSON.parse(elementOf('#settings').textContent) as Settings;
  function Root() {
    const [language, showLanguage] = useState(chosenLanguage);
    const [key, setKey] = useState(storedKey ?? (takesKey ? settings.key : null));
    document.documentElement.lang = language;
    const setLanguage = (chosen: Language) => {
      rememberLanguage(chosen);
      showLanguage(chosen);
    };
    return (
      <PageContext.Provider value={{ settings, language, key, setLanguage, setKey }}>
        <ViewsProvider views={views}>
          <App />
        </ViewsProvider>
      </PageContext.Provider>
    );
  }
  render(<Root />, elementOf('#page'));
}

/** An element that the server writes into every page. */
function elementOf(selector: string): Element {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return element;
}
