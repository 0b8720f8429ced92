/** A document of the build, with the places that the server fills in. */
import { formatSettings } from './html-page.ts';

const LANGUAGE = '<html lang="en">';
const SETTINGS = '{"key":null,"graphiql":true,"mail":false}';
const DESCRIPTION = /(?<=<meta name="description" content=")[^"]*/;
const TITLE_AND_DESCRIPTION = /<meta name="description"[^>]*>\s*<title>[^<]*<\/title>/;

export interface Filling {
  readonly language: string;
  readonly settings: object;
  /** Of a page that is not rendered; missing: as it was built. */
  readonly description?: string | undefined;
  /** Elements in place of title and description, of a page that is. */
  readonly head?: string;
}

export class PageDocument {
  readonly #built: string;

  /** @throws Error when a place is missing */
  constructor(built: string) {
    for (const place of [LANGUAGE, SETTINGS]) {
      if (!built.includes(place)) throw new Error(`a page was built without ${place}`);
    }
    this.#built = built;
  }

  fill({ language, settings, description, head }: Filling): string {
    return this.#built
      .replace(LANGUAGE, () => `<html lang="${language}">`)
      .replace(DESCRIPTION, (inEnglish) => description ?? inEnglish)
      .replace(TITLE_AND_DESCRIPTION, (unrendered) => head ?? unrendered)
      .replace(SETTINGS, () => formatSettings(settings));
  }
}
