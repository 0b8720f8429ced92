/** The frame that all pages share: the bar on top, the main part, the line at the bottom. */
import type { ComponentChildren } from 'preact';
import { ALL_LANGUAGES, LANGUAGES, type Language } from '../format/language.ts';
import { usePage } from '../page.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { useViews } from '../views/views.tsx';

export interface FrameLink {
  readonly href: string;
  readonly text: string;
  readonly isCurrent?: boolean;
}

export function Frame({
  brand,
  links,
  bottom,
  children,
}: {
  readonly brand: { readonly href: string; readonly text: string };
  readonly links: readonly FrameLink[];
  readonly bottom: readonly FrameLink[];
  readonly children: ComponentChildren;
}) {
  const { skip, ways } = useCommonTexts();
  return (
    <>
      <a class="skip" href="#main">
        {skip}
      </a>
      <header class="top no-print">
        <div class="page">
          <a class="brand" href={brand.href}>
            {brand.text}
          </a>
          <nav aria-label={ways}>
            {links.map(({ href, text, isCurrent }) => (
              <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
                {text}
              </a>
            ))}
          </nav>
          <LanguageMenu />
        </div>
      </header>
      <main id="main" class="page" tabIndex={-1} aria-busy={useViews().isLoading}>
        {children}
      </main>
      <footer class="bottom no-print">
        <div class="page">
          {bottom.map(({ href, text }) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        </div>
      </footer>
    </>
  );
}

function LanguageMenu() {
  const { language, setLanguage } = usePage();
  const texts = useCommonTexts();
  return (
    <label class="language">
      <span class="unseen">{texts.language}</span>
      <select value={language} onChange={(event) => setLanguage(event.currentTarget.value as Language)}>
        {ALL_LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGES[one].name}
          </option>
        ))}
      </select>
    </label>
  );
}
