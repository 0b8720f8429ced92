/** What a page says of itself in its head: to search engines, and to those who show a link to it (F17). */
import { render } from 'preact-render-to-string';
import { ALL_LANGUAGES, LANGUAGES, type Language } from '../../format/language.ts';
import type { Description } from './found-page.ts';
import { shopName } from './pages.ts';

export interface PagePlace {
  /** The address without language and choices: under it every visitor finds the language of the browser. */
  readonly address: string;
  readonly language: Language;
  /** Whether the address names the language. */
  readonly isInLanguage: boolean;
}

/** Elements of `head`. */
export function renderHead({ title, description, picture, things }: Description, place: PagePlace): string {
  const { address, language, isInLanguage } = place;
  const addressIn = (one: Language) => `${address}?lang=${one}`;
  const self = isInLanguage ? addressIn(language) : address;
  const name = shopName(language);
  const graph: Readonly<Record<string, string | null | undefined>> = {
    type: 'website',
    site_name: name,
    title,
    description,
    url: self,
    locale: LANGUAGES[language].tag.replace('-', '_'),
    image: picture?.url,
    'image:alt': picture?.alt.text,
  };
  return render(
    <>
      <title>{`${title} – ${name}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={self} />
      {ALL_LANGUAGES.map((one) => (
        <link key={one} rel="alternate" hreflang={one} href={addressIn(one)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={address} />
      {Object.entries(graph).map(
        ([property, content]) => content && <meta key={property} property={`og:${property}`} content={content} />,
      )}
      {things.map((thing, index) => (
        // JSON is data, and none of it can end the element.
        <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: inElement(thing) }} />
      ))}
    </>,
  );
}

/** JSON within an element that must not end. */
function inElement(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
