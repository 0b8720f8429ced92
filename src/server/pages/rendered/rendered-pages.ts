/**
 * Pages that the server renders, so that others find them (F17): by the code of the pages, out of the answers that they would ask for. A
 * rendering is used again as long as these answers are the same, byte for byte; so it is never older than they are. What is cached is
 * bounded, and rendering counts against the limits of whoever makes it necessary.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { HttpResponse } from '../../../http/response/response.ts';
import type { Renderer, Settings } from '../../../web/rendering.ts';
import { withStatus } from '../html-page.ts';
import type { Filling, PageDocument } from '../page-document.ts';
import { type PageAnswers, Unanswered } from './page-answers.ts';
import { pageOrigin } from './page-origin.ts';

/** What rendering a page costs, in units of two microseconds. */
const RENDERING_COST = 5_000;
/** Renderings take this part of the memory of cached responses, in addition to it. */
const SHARE = 1 / 4;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Room for the compressed variants, and for what is around them. */
const ENCODINGS_FACTOR = 1.5;
const OVERHEAD_BYTES = 1_000;

/** Loads the code that the build has made for the server, next to the compiled program. */
export async function loadRenderer(): Promise<{ readonly renderer: Renderer }> {
  return import(new URL('../../../rendered/rendered.js', import.meta.url).href);
}

export interface RenderedPagesParts {
  /** Loads the code that renders; called when a page is first asked for. */
  readonly load: () => Promise<{ readonly renderer: Renderer }>;
  readonly answers: PageAnswers;
  readonly publicHosts: readonly string[];
  /** The day that counts as today. */
  readonly today: () => Day;
  /** The memory of cached responses; 0: nothing is cached. */
  readonly megabytes: number;
}

export interface PageToRender {
  readonly document: PageDocument;
  /** What is filled into the document of a page that is not rendered. */
  readonly filling: Filling & { readonly settings: Settings };
}

export class RenderedPages {
  readonly #parts: RenderedPagesParts;
  readonly #cached: LRUCache<string, HttpResponse>;
  #loading: Promise<Renderer> | null = null;

  constructor(parts: RenderedPagesParts) {
    this.#parts = parts;
    this.#cached = new LRUCache({
      maxSize: Math.max(1, Math.floor(parts.megabytes * SHARE * BYTES_PER_MEGABYTE)),
      sizeCalculation: ({ bytes }, name) => Math.ceil(bytes.length * ENCODINGS_FACTOR) + name.length + OVERHEAD_BYTES,
    });
  }

  /**
   * Null: the page is not rendered, because nothing of it is, its key is not accepted, or an answer failed.
   * @throws RefusedRequest with 429 when the visitor has nothing left; ServiceUnavailable
   */
  async respond(exchange: Exchange, { document, filling }: PageToRender): Promise<HttpResponse | null> {
    const { language, settings, imageSources } = filling;
    const origin = pageOrigin(exchange, this.#parts.publicHosts);
    if (origin === null || settings.key === null) return null;
    const renderer = await this.load();
    const page = await renderer.find({
      ...{ url: exchange.address.url, language, origin, settings },
      today: formatDay(this.#parts.today()),
    });
    const questions = page && (await this.#parts.answers(exchange, settings.key));
    if (!questions) return null;
    try {
      const answers = await Promise.all(page.operations.map((operation) => questions.ask(operation, language)));
      const made = hash('sha256', answers.map(({ text }) => text).join('\n'), 'base64');
      const name = [origin, language, imageSources, JSON.stringify(settings), made, page.name].join(' ');
      const cached = this.#cached.get(name);
      if (cached) return cached;
      await questions.spend(RENDERING_COST);
      const { isFound, ...rendering } = page.render(answers.map(({ data }) => data));
      const { module } = page;
      const found = document.fillRendered(filling, { ...rendering, module });
      const rendered = isFound ? found : withStatus(found, 404);
      if (this.#parts.megabytes > 0) this.#cached.set(name, rendered);
      return rendered;
    } catch (error) {
      if (error instanceof Unanswered) return null;
      throw error;
    }
  }

  /** After a failure it is loaded again. */
  load(): Promise<Renderer> {
    this.#loading ??= this.#parts.load().then(
      ({ renderer }) => renderer,
      (error) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }
}
