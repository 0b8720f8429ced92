/** What a page says where no script runs: what needs one, and the way to the other languages. */
import { LANGUAGES, type Language } from '../../format/language.ts';
import { texts as shopTexts } from '../texts/generated/texts.ts';
import type { ShopTexts } from '../texts/index.ts';
import type { FoundLink } from './found-page.ts';

export function WithoutScript({
  path,
  language,
  isInLanguage,
  links,
}: {
  readonly path: string;
  readonly language: Language;
  /** Whether the address names the language: without a script nothing else remembers it. */
  readonly isInLanguage: boolean;
  readonly links: readonly FoundLink[];
}) {
  const texts: ShopTexts = shopTexts[LANGUAGES[language].locale];
  return (
    <div class="page stack">
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <li key={link.path}>
              <a href={isInLanguage ? `${link.path}?lang=${language}` : link.path}>{link.text}</a>
            </li>
          ))}
        </ul>
      )}
      <p class="notice">{texts.withoutScript}</p>
      <p class="row">
        {Object.entries(LANGUAGES).map(([one, { name }]) => (
          <a key={one} href={`${path}?lang=${one}`} lang={one} hreflang={one}>
            {name}
          </a>
        ))}
      </p>
    </div>
  );
}
