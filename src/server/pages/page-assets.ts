/**
 * Scripts, styles and pictures of the pages, at `/assets/NAME`: named by their content, so that browsers may keep them for
 * ever, and held in memory with their encodings. What a package brings is read when a page first needs it, once per process.
 */
import { extname } from 'node:path';
import type { Endpoint } from '../../http/endpoint.ts';
import { computeEntityTag } from '../../http/response/entity-tag.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { failure, toHttpResponse } from '../../rest/http/rest-response.ts';
import type { OpenEndpoint } from '../graphql/open-endpoint.ts';

const CACHED_FOREVER = 'public, max-age=31536000, immutable';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Of the entity tag, in the name of an asset. */
const DIGEST_CHARACTERS = 16;

/** The addresses of a page's assets, by the names that the page has for them. */
export type AssetPaths<Name extends string> = Readonly<Record<Name, string>>;

/** The assets of all pages. */
export class PageAssets {
  readonly #assets = new Map<string, HttpResponse>();
  /** What makes the assets of a page, by the beginning of their names. */
  readonly #groups = new Map<string, () => Promise<unknown>>();

  /** Adds an asset whose name stands for its content already. */
  add(name: string, bytes: Buffer, tag = computeEntityTag(bytes)): void {
    const type = TYPES[extname(name)];
    if (type === undefined) throw new Error(`the type of the asset ${name} is not known`);
    const headers = { 'Content-Type': type, 'Cache-Control': CACHED_FOREVER, ETag: tag };
    this.#assets.set(name, { status: 200, headers, bytes, isPage: true });
  }

  /**
   * Declares assets that `read` gives, by names like `main.js`; their addresses begin with `page`.
   * @returns what resolves to their addresses, and reads them when it is first called; after a failure, once more
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

  /** The asset, made first where another process has named it in its page. */
  async find(name: string): Promise<HttpResponse | null> {
    const group = this.#groups.get(name.split('-', 1)[0]!);
    if (!this.#assets.has(name)) await group?.();
    return this.#assets.get(name) ?? null;
  }

  /** The endpoint of all of them. */
  endpoint(open: OpenEndpoint): Endpoint {
    return open('/assets/:name', async ({ params }) => (await this.find(params.name!)) ?? toHttpResponse(failure(404)));
  }
}
