/**
 * The texts of visit types as they are searched, without case and accents (F5). Folding a text costs a hundred times as much as
 * looking for a word in it, and people search while they type.
 */
import { LOCALES } from '../../domain/text/locale.ts';
import type { Localized } from '../../domain/text/localized.ts';
import { foldText } from '../../domain/text/text-search.ts';
import { cacheTag } from '../cache/cache-tags.ts';
import { type CachedLoader, createCachedLoader } from '../cache/cached-loader.ts';
import type { Dependencies } from '../cache/dependencies.ts';
import { EpochCache } from '../cache/epoch-cache.ts';
import type { Database } from '../database/database.ts';
import { int4, json, listOf } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';

/** Name and description in each language that has them. */
export type SearchTexts = readonly string[];

/** At most two bytes each. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;
/** More than are ever loaded together. */
const MAX_TEXTS_PER_REQUEST = 2_000;

const READ_TEXTS = statement({
  takes: { numbers: listOf(int4) },
  returns: { number: int4, name: json<Localized>(), description: json<Localized>() },
  sql: ({ numbers }) => `SELECT number, name, description FROM visit_type WHERE number = ANY(${numbers})`,
});

export function createSearchTextCache(): EpochCache<number, SearchTexts> {
  return new EpochCache({
    size: MAX_CACHED_CHARACTERS,
    sizeOf: (texts) => texts.reduce((sum, text) => sum + text.length, 0),
  });
}

/** A loader for one request, by visit type number. */
export function createSearchTextLoader({
  database: { catalogue: prisma },
  cache,
  dependencies,
  shared,
}: {
  database: Database;
  cache: EpochCache<number, SearchTexts>;
  dependencies: Dependencies;
  shared: CachedLoader<number, SearchTexts> | null;
}): CachedLoader<number, SearchTexts> {
  return createCachedLoader({
    cache,
    epochOf: (number) => dependencies.use(cacheTag('visitType', number)),
    maxPerRequest: MAX_TEXTS_PER_REQUEST,
    shared,
    read: async (numbers) => {
      const rows = await query(prisma, READ_TEXTS, { numbers });
      return new Map(
        rows.map(({ number, name, description }) => {
          const texts = [name, description].flatMap((text) => LOCALES.map((locale) => text[locale]));
          return [number, texts.flatMap((text) => (text ? [foldText(text)] : []))];
        }),
      );
    },
  });
}
