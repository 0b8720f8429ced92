/**
 * The words that a wish is looked up in (F15), in memory: indexes of a few dozen entries each, so that a change of a text makes little be
 * read again. Looking up a word in them takes a fraction of what the database needs, which would have to look at the texts of every row to
 * rank it.
 */
import type { TextPlace } from '../../domain/wish/word-grades.ts';
import { INDEXED_NUMBERS, WordFolder, WordIndex } from '../../domain/wish/word-index.ts';
import { anyOfKind, cacheTag, DICTIONARY } from '../cache/cache-tags.ts';
import { Dependencies } from '../cache/dependencies.ts';
import type { Epochs } from '../cache/epochs.ts';
import type { MaybePromise } from '../cache/maybe-promise.ts';
import { RecordedCache, type RecordedEntry } from '../cache/recorded-cache.ts';
import type { Database } from '../database/database.ts';
import { int4, jsonRecord, nullable, text, textOf } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';

/** Where texts of an entity are stored: a table, its column with the entity's number, and the text by locale as an expression. */
interface Source {
  readonly place: TextPlace;
  readonly from: string;
  readonly number: string;
  readonly text: string;
}

/** Every text of the catalogue that is searched, and by what it counts. */
const SOURCES = {
  visitType: [
    { place: 'NAME', from: 'visit_type', number: 'number', text: 'name' },
    { place: 'SERVICES', from: 'visit_type', number: 'number', text: 'services' },
    { place: 'SERVICES', from: 'inclusion', number: 'visit_type_number', text: 'name' },
    { place: 'DESCRIPTION', from: 'visit_type', number: 'number', text: 'description' },
    { place: 'DESCRIPTION', from: 'visit_type', number: 'number', text: 'commercial_slogan' },
  ],
  hotel: [
    { place: 'NAME', from: 'hotel', number: 'number', text: `jsonb_build_object('', name)` },
    {
      place: 'PLACE',
      from: 'hotel JOIN destination ON destination.number = hotel.destination_number',
      number: 'hotel.number',
      text: 'destination.name',
    },
    {
      place: 'SERVICES',
      from: 'hotel_amenity JOIN amenity ON amenity.code = hotel_amenity.amenity_code',
      number: 'hotel_amenity.hotel_number',
      text: 'amenity.label',
    },
    {
      place: 'SERVICES',
      from: 'hotel_amenity JOIN amenity_option ON amenity_option.amenity_code = hotel_amenity.amenity_code AND amenity_option.code = ANY(hotel_amenity.options)',
      number: 'hotel_amenity.hotel_number',
      text: 'amenity_option.label',
    },
    { place: 'SERVICES', from: 'hotel_amenity', number: 'hotel_number', text: 'note' },
    {
      place: 'SERVICES',
      from: 'hotel',
      number: 'number',
      text: `jsonb_build_object('', array_to_string(indication_codes, ' '))`,
    },
    { place: 'DESCRIPTION', from: 'hotel', number: 'number', text: 'short_description' },
    { place: 'DESCRIPTION', from: 'hotel', number: 'number', text: 'description' },
  ],
} as const satisfies Readonly<Record<string, readonly Source[]>>;

export type WordsOf = keyof typeof SOURCES;

function textsStatement(sources: readonly Source[]) {
  return statement({
    takes: { first: int4, last: int4 },
    returns: { number: int4, place: textOf<TextPlace>(), texts: jsonRecord(nullable(text)) },
    sql: ({ first, last }) =>
      sources
        .map(
          ({ place, from, number, text }) => `
    SELECT ${number} AS number, '${place}' AS place, ${text} AS texts FROM ${from} WHERE ${number} BETWEEN ${first} AND ${last}`,
        )
        .join(' UNION ALL'),
  });
}

const READ_TEXTS = { visitType: textsStatement(SOURCES.visitType), hotel: textsStatement(SOURCES.hotel) };

/** What texts of entities are read from beside their own rows. */
const SHARED_TAGS = { visitType: [], hotel: [DICTIONARY, anyOfKind('destination')] } as const;

interface Stored extends RecordedEntry {
  readonly words: WordIndex;
}

/** Forty thousand visit types with long texts in four languages. */
const MAX_BYTES = 64 * 1024 * 1024;

export class WordIndexes {
  readonly #database: Database;
  readonly #epochs: Epochs;
  readonly #folder = new WordFolder();
  readonly #stored: RecordedCache<string, Stored>;

  /** @param scale how many times the usual catalogue they are for */
  constructor(database: Database, epochs: Epochs, scale = 1) {
    this.#database = database;
    this.#epochs = epochs;
    this.#stored = new RecordedCache({ maxBytes: MAX_BYTES * scale, bytesOf: ({ words }) => words.bytes });
  }

  /** The words of the entities whose numbers an index has: at once if they are in memory. */
  load(of: WordsOf, index: number): MaybePromise<WordIndex> {
    const key = `${of} ${index}`;
    return (
      this.#stored.get(key)?.words ??
      this.#stored.getOrCompute(key, () => this.#read(of, index)).then(({ words }) => words)
    );
  }

  async #read(of: WordsOf, index: number): Promise<Stored> {
    const dependencies = new Dependencies(this.#epochs);
    const first = index * INDEXED_NUMBERS;
    const last = first + INDEXED_NUMBERS - 1;
    for (const tag of SHARED_TAGS[of]) dependencies.use(tag);
    for (let number = first; number <= last; number++) dependencies.use(cacheTag(of, number));
    const rows = await query(this.#database.catalogue, READ_TEXTS[of], { first, last });
    const texts = rows.flatMap(({ number, place, texts }) =>
      Object.values(texts).flatMap((text) => (text ? [{ number, place, text }] : [])),
    );
    return { words: new WordIndex(texts, this.#folder), dependencies: dependencies.recorded() };
  }

  stats() {
    return this.#stored.stats();
  }
}
