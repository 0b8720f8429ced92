/** The page: what the service is, the ways in, a stay to book, and a first request to copy. */
import { useState } from 'preact/hooks';
import { LANGUAGES, type Language, languageOfPage } from './format/language.ts';
import { PageContext, usePage } from './page.ts';
import { TEXTS } from './texts/index.ts';
import { FirstRequests } from './views/first-requests.tsx';
import { Shop } from './views/shop.tsx';

const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[];

/** Filled in by the server. */
export interface Settings {
  /** Null outside of demo mode, and for visitors who may not see it; they are asked for a key. */
  readonly demoKey: string | null;
  /** Whether GraphiQL is enabled. */
  readonly graphiql: boolean;
  /** Whether mails are shown at `/mail`. */
  readonly mail: boolean;
}

export function App({ demoKey, graphiql, mail }: Settings) {
  const [language, setLanguage] = useState(languageOfPage);
  const [key, setKey] = useState(demoKey);
  const texts = TEXTS[language];

  const speak = (chosen: Language) => {
    document.documentElement.lang = chosen;
    history.replaceState(null, '', `?lang=${chosen}`);
    setLanguage(chosen);
  };

  return (
    <PageContext.Provider value={{ language, texts, key, isDemo: demoKey !== null, showsMail: mail }}>
      <a class="skip" href="#shop">
        {texts.skip}
      </a>
      <header>
        <nav class="languages" aria-label={texts.language}>
          {ALL_LANGUAGES.map((one) => (
            <a
              key={one}
              href={`?lang=${one}`}
              lang={one}
              aria-current={one === language ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                speak(one);
              }}
            >
              {LANGUAGES[one].name}
            </a>
          ))}
        </nav>
        <h1>spa-stay-gateway</h1>
        <p class="tagline">{texts.tagline}</p>
        <Links graphiql={graphiql} />
      </header>
      <main>
        <section id="shop" aria-labelledby="shop-title">
          <h2 id="shop-title">{texts.liveTitle}</h2>
          <p class="note">
            {texts.liveNote} {demoKey !== null && texts.demoNote}
          </p>
          {demoKey === null && <KeyField onKey={setKey} />}
          {key !== null && <Shop key={key} />}
        </section>
        <FirstRequests />
      </main>
    </PageContext.Provider>
  );
}

function Links({ graphiql }: { graphiql: boolean }) {
  const { texts, showsMail } = usePage();
  const links = [
    ...(graphiql ? [['/graphql', texts.graphiql]] : []),
    ['/docs', texts.reference],
    ['/openapi.json', texts.openapi],
    ...(showsMail ? [['/mail', texts.mail]] : []),
    ['/health', texts.health],
    ['/ready', texts.ready],
    ['/metrics', texts.metrics],
  ];
  return (
    <nav aria-label={texts.links}>
      <ul class="links">
        {links.map(([path, says]) => (
          <li key={path}>
            <a href={path}>{path}</a> <span>{says}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function KeyField({ onKey }: { onKey(key: string): void }) {
  const { texts } = usePage();
  return (
    <form
      class="key"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget).get('key');
        if (given) onKey(String(given).trim());
      }}
    >
      <label for="key">{texts.key}</label>
      <input id="key" name="key" autocomplete="off" spellcheck={false} aria-describedby="key-note" />
      <button type="submit">{texts.keyUse}</button>
      <p id="key-note" class="note">
        {texts.keyNote}
      </p>
    </form>
  );
}
