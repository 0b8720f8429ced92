/** A document of the build, with the places that the server fills in. */
import { hash } from 'node:crypto';
import type { HttpResponse } from '../../http/response/response.ts';
import type { RenderedPage } from '../../web/rendering.ts';
import { formatJson, htmlPage, pagePolicy } from './html-page.ts';

const LANGUAGE = '<html lang="en">';
const SETTINGS = '{"key":null,"graphiql":true,"mail":false,"hasMail":false}';
const DESCRIPTION = /(?<=<meta name="description" content=")[^"]*/;
const TITLE_AND_DESCRIPTION = ['<meta name="description"', '</title>'] as const;
const END_OF_HEAD = '</head>';
const CONTENT = '<div id="page"></div>';
const STYLESHEETS = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;
const WITHOUT_SCRIPT = ['<noscript>', '</noscript>'] as const;

/** What Vite says of the modules that it has built: their files, by their paths below the folder of the pages. */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;

export interface Filling {
  readonly language: string;
  readonly settings: object;
  /** The description. Missing: the one that the page was built with; a rendered page has its own in `head`. */
  readonly description?: string | undefined;
  /** Where its pictures may come from, as a Content-Security-Policy says it. */
  readonly imageSources: string;
}

/** What is rendered into a document. `module` is that of its view; null: the document loads it itself. */
export interface Rendering extends Omit<RenderedPage, 'isFound'> {
  readonly module: string | null;
}

/** What the build has beside the document. */
export interface BuiltFiles {
  readonly manifest: Manifest;
  /** The text of a file, by its path below the folder of the pages. */
  readonly read: (file: string) => string;
}

/** What the files of a view become in its document. */
interface ViewFiles {
  readonly links: string;
  /** All styles of the page. */
  readonly style: string;
}

export class PageDocument {
  readonly #built: string;
  readonly #files: BuiltFiles;
  readonly #views = new Map<string | null, ViewFiles>();

  /** @throws Error when a place is missing */
  constructor(built: string, files: BuiltFiles) {
    for (const place of [LANGUAGE, SETTINGS]) {
      if (!built.includes(place)) throw new Error(`a page was built without ${place}`);
    }
    this.#built = built;
    this.#files = files;
  }

  fill(filling: Filling): HttpResponse {
    return pageOf(this.#fill(filling), filling);
  }

  #fill({ language, settings, description }: Filling): string {
    return this.#built
      .replace(LANGUAGE, () => `<html lang="${language}">`)
      .replace(DESCRIPTION, (inEnglish) => description ?? inEnglish)
      .replace(SETTINGS, () => formatJson(settings));
  }

  /**
   * The same with what is rendered. Its styles are within it, so that it is painted without a further request (W2); their links stay, disabled,
   * because Vite loads those that are missing. The scripts of its view load at once, not when the script of the page asks for them,
   * and after pictures, because what they would show is there.
   */
  fillRendered(filling: Filling, { head, body, answers, withoutScript, module }: Rendering): HttpResponse {
    const known = `<script type="application/json" id="answers">${formatJson(answers)}</script>`;
    const { links, style } = this.#filesOf(module);
    const filled = this.#fill(filling);
    const headed = head === null ? filled : replaceThrough(filled, TITLE_AND_DESCRIPTION, head);
    const html = replaceThrough(headed, WITHOUT_SCRIPT, WITHOUT_SCRIPT.join(withoutScript))
      .replace(END_OF_HEAD, () => `${links}${END_OF_HEAD}`)
      .replaceAll(SCRIPTS, (script) => `${script} fetchpriority="low"`)
      .replaceAll(STYLESHEETS, (link) => link.replace('>', ' disabled>'))
      .replace(END_OF_HEAD, () => `<style>${style}</style>${END_OF_HEAD}`)
      .replace(CONTENT, () => `<div id="page">${body}</div>${known}`);
    return pageOf(html, { ...filling, style });
  }

  #filesOf(module: string | null): ViewFiles {
    const known = this.#views.get(module);
    if (known) return known;
    const links = module === null ? '' : this.#linksOf(module);
    const styles = [...`${this.#built}${links}`.matchAll(STYLESHEETS)].map(([, file = '']) => this.#files.read(file));
    const files = { links, style: styles.join('\n') };
    this.#views.set(module, files);
    return files;
  }

  /** Links to the files of a module and of all that it imports, but those that the document has. */
  #linksOf(module: string): string {
    const seen = new Set<string>();
    const waiting = [module];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const { file, imports = [], css = [] } = this.#files.manifest[name] ?? {};
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

function pageOf(html: string, { language, imageSources, style }: Filling & { readonly style?: string }): HttpResponse {
  const sources: Record<string, string> = { 'img-src': imageSources };
  if (style !== undefined) sources['style-src'] = `'self' 'sha256-${hash('sha256', style, 'base64')}'`;
  return htmlPage(html, { language, policy: pagePolicy(sources) });
}

/** The text with another one from a first part through a second one; as it is, where they are not. */
function replaceThrough(text: string, [first, second]: readonly [string, string], other: string): string {
  const start = text.indexOf(first);
  const end = text.indexOf(second, start);
  return start < 0 || end < 0 ? text : text.slice(0, start) + other + text.slice(end + second.length);
}
