/**
 * Scripts, styles and pictures of the pages at `/assets/NAME`. Names are content-addressed, so browsers cache them for
 * ever. Assets stay in memory with their encodings. Those from packages are read when a page first needs them, once per
 * process.
 */
import { extname } from 'node:path';
import type { Endpoint } from '../../http/endpoint.ts';
import { computeEntityTag } from '../../http/response/entity-tag.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { failure, toHttpResponse } from '../../rest/rest-response.ts';
import type { OpenEndpoint } from './open-endpoint.ts';

const CACHED_FOREVER = 'public, max-age=31536000, immutable';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Length of the entity tag in an asset's name. */
const DIGEST_CHARACTERS = 16;

/** Paths of a page's assets, by the names that the page uses. */
export type AssetPaths<Name extends string> = Readonly<Record<Name, string>>;

export class PageAssets {
  readonly #assets = new Map<string, HttpResponse>();
  /** Loaders of a page's assets, by the prefix of their names. */
  readonly #groups = new Map<string, () => Promise<unknown>>();

  /** Adds an asset whose name identifies its content. */
  add(name: string, bytes: Buffer, tag = computeEntityTag(bytes)): void {
    const type = TYPES[extname(name)];
    if (type === undefined) throw new Error(`the type of the asset ${name} is not known`);
    const headers = { 'Content-Type': type, 'Cache-Control': CACHED_FOREVER, ETag: tag };
    this.#assets.set(name, { status: 200, headers, bytes, isPage: true });
  }

  /**
   * Declares assets that `read` loads, by names like `main.js`; their addresses begin with `page`.
   * @returns a function for their addresses that reads them on the first call, and again after a failure
   */
  declare<Name extends string>(
    page: string,
    read: () => Promise<Readonly<Record<Name, Buffer>>>,
  ): () => Promise<AssetPaths<Name>> {
    let made: Promise<AssetPaths<Name>> | null = null;
    const make = async () => {
      const paths = Object.entries<Buffer>(await read()).map(([name, bytes]) => {
        const extension = extname(name);
        const tag = computeEntityTag(bytes);
        const digest = tag.slice(1, 1 + DIGEST_CHARACTERS);
        const named = `${page}-${name.slice(0, -extension.length)}-${digest}${extension}`;
        this.add(named, bytes, tag);
        return [name, `/assets/${named}`] as const;
      });
      return Object.fromEntries(paths) as AssetPaths<Name>;
    };
    const once = () => {
      made ??= make().catch((error) => {
        made = null;
        throw error;
      });
      return made;
    };
    this.#groups.set(page, once);
    return once;
  }

  /** Loads the asset first if only another process has rendered its page. */
  async find(name: string): Promise<HttpResponse | null> {
    const group = this.#groups.get(name.split('-', 1).join());
    if (!this.#assets.has(name)) await group?.();
    return this.#assets.get(name) ?? null;
  }

  endpoint(open: OpenEndpoint): Endpoint {
    return open(
      '/assets/:name',
      async ({ params: { name = '' } }) => (await this.find(name)) ?? toHttpResponse(failure(404)),
    );
  }
}
