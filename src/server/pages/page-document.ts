/** A document of the build, with the places that the server fills in. */
import type { RenderedPage } from '../../web/rendering.ts';
import { formatSettings } from './html-page.ts';

const LANGUAGE = '<html lang="en">';
const SETTINGS = '{"key":null,"graphiql":true,"mail":false}';
const DESCRIPTION = /(?<=<meta name="description" content=")[^"]*/;
const TITLE_AND_DESCRIPTION = ['<meta name="description"', '</title>'] as const;
const END_OF_HEAD = '</head>';
const CONTENT = '<div id="page"></div>';
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;
const WITHOUT_SCRIPT = ['<noscript>', '</noscript>'] as const;

/** What Vite says of the modules that it has built: their files, by their paths below the folder of the pages. */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;

export interface Filling {
  readonly language: string;
  readonly settings: object;
  /** As it was built, if it is missing. A page that is rendered says it by itself. */
  readonly description?: string | undefined;
}

/** A page that is rendered, with the module of its view; null: it is part of the document. */
export interface Rendering extends Omit<RenderedPage, 'isFound'> {
  readonly module: string | null;
}

export class PageDocument {
  readonly #built: string;
  readonly #manifest: Manifest;

  /** @throws Error when a place is missing */
  constructor(built: string, manifest: Manifest) {
    for (const place of [LANGUAGE, SETTINGS]) {
      if (!built.includes(place)) throw new Error(`a page was built without ${place}`);
    }
    this.#built = built;
    this.#manifest = manifest;
  }

  fill({ language, settings, description }: Filling): string {
    return this.#built
      .replace(LANGUAGE, () => `<html lang="${language}">`)
      .replace(DESCRIPTION, (inEnglish) => description ?? inEnglish)
      .replace(SETTINGS, () => formatSettings(settings));
  }

  /**
   * The same with what is rendered. The files of its view load at once, not when the script of the page asks for them; scripts after
   * styles and pictures, because what they would show is there.
   */
  fillRendered(filling: Filling, { head, body, answers, withoutScript, module }: Rendering): string {
    const known = `<script type="application/json" id="answers">${formatSettings(answers)}</script>`;
    const filled = this.fill(filling);
    const headed = head === null ? filled : replaceThrough(filled, TITLE_AND_DESCRIPTION, head);
    return replaceThrough(headed, WITHOUT_SCRIPT, WITHOUT_SCRIPT.join(withoutScript))
      .replace(END_OF_HEAD, () => `${module === null ? '' : this.#linksOf(module)}${END_OF_HEAD}`)
      .replaceAll(SCRIPTS, (script) => `${script} fetchpriority="low"`)
      .replace(CONTENT, () => `<div id="page">${body}</div>${known}`);
  }

  /** Links to the files of a module and of all that it imports, but those that the document has. */
  #linksOf(module: string): string {
    const seen = new Set<string>();
    const waiting = [module];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const { file, imports = [], css = [] } = this.#manifest[name] ?? {};
      if (file === undefined || seen.has(`/${file}`)) continue;
      seen.add(`/${file}`);
      for (const style of css) seen.add(`/${style}`);
      waiting.push(...imports);
    }
    return [...seen]
      .filter((file) => !this.#built.includes(`"${file}"`))
      .map(
        (file) => `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="${file}">`,
      )
      .join('');
  }
}

/** The text with another one from a first part through a second one; as it is, where they are not. */
function replaceThrough(text: string, [first, second]: readonly [string, string], other: string): string {
  const start = text.indexOf(first);
  const end = text.indexOf(second, start);
  return start < 0 || end < 0 ? text : text.slice(0, start) + other + text.slice(end + second.length);
}
