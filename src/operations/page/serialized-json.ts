// biome-ignore-all lint/style/noNonNullAssertion: there is a place and a length for each piece, and what stringify returns has as many places as values inside.
/**
 * JSON values that are bytes already, inside values that are not: the records of a page. They become parts of the bytes of the
 * page, so a cached page has its records without further bytes. Parts that a page shows several times are serialized once: without
 * that 100 visit types of REST v1 take twice the processor time (bench/ABLATION.md). A large page is not one value of bytes but those of
 * its records, so that the next page has new bytes only for those that have changed: megabytes of new ones keep the garbage collector busy.
 */
import { randomUUID } from 'node:crypto';
import { utf8 } from '../utf8.ts';

/** Stands for a serialized value in the text around it. No caller knows it, so no text contains it. */
const PLACEHOLDER = randomUUID();
const QUOTED_PLACEHOLDER = Buffer.from(JSON.stringify(PLACEHOLDER));

/** The values that `JSON.stringify` has met so far in the value that is being serialized, in order. */
let met: (SerializedJson | FilledJson | Gap)[] = [];

/** A place in a record that is filled when the record becomes part of a page. */
export class Gap {
  /** The entities that it stands for. */
  readonly numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  toJSON(): string {
    met.push(this);
    return PLACEHOLDER;
  }
}

/** A page of more bytes than this has the bytes of its records as parts: what several records show is in each of them. */
const LARGE = 1_000_000;

/** Bytes in parts, of which other pages may have the same ones. */
export interface PartedBytes {
  /** Bytes of all parts together. */
  readonly length: number;
  readonly parts: readonly Buffer[];
}
export type Bytes = Buffer | PartedBytes;

/** A part of bytes. */
interface Piece {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  /** The record that the piece belongs to; null: the text around records. */
  readonly owner: SerializedJson | null;
  /** Its index among the pieces of its owner. */
  readonly index: number;
}

/** An entity as JSON. */
export class SerializedJson {
  readonly number: number;
  readonly gaps: readonly Gap[];
  #bytes: Buffer;
  /** Where its pieces start in the bytes: the gaps are between them. */
  #starts: readonly number[];
  readonly #lengths: readonly number[];
  /** Its bytes with what fills its gaps: its own pieces are parts of them. What they were made of says whether they still are the same. */
  #whole: { readonly madeOf: readonly (SerializedJson | string)[]; readonly bytes: Buffer } | null = null;

  /** @param number of the entity */
  constructor(number: number, value: unknown) {
    const { bytes, inside, places } = stringify(value);
    this.number = number;
    this.gaps = inside as Gap[];
    this.#bytes = bytes;
    this.#starts = [0, ...places.map((place) => place + QUOTED_PLACEHOLDER.length)];
    this.#lengths = this.#starts.map((start, index) => (places[index] ?? bytes.length) - start);
  }

  /** Its own bytes beside those of a page in parts that shows it: a record has none, what records show in their gaps has all. */
  get bytesBesideParts(): number {
    return this.#whole === null ? this.#lengths.reduce((sum, length) => sum + length, 0) : 0;
  }

  toJSON(): string {
    met.push(this);
    return PLACEHOLDER;
  }

  /** The text with values in place of its gaps. */
  filled(valueIn: (gap: Gap) => unknown): FilledJson {
    return new FilledJson(this, this.gaps.map(valueIn));
  }

  appendTo(pieces: Piece[], values: readonly unknown[] = []): void {
    this.#starts.forEach((from, index) => {
      pieces.push({ bytes: this.#bytes, from, to: from + this.#lengths[index]!, owner: this, index });
      if (index < values.length) appendPieces(values[index], pieces);
    });
  }

  /** Lets go of its bytes, for the same ones elsewhere. */
  moveTo(bytes: Buffer, starts: readonly number[]): void {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#whole = null;
  }

  /** The bytes of pieces that it has appended: the same ones as before if its gaps are filled with the same. */
  whole(pieces: readonly Piece[]): Buffer {
    const madeOf = pieces.map(({ bytes, from, to, owner }) => owner ?? bytes.toString('latin1', from, to));
    const before = this.#whole;
    if (before?.madeOf.length === madeOf.length && madeOf.every((one, place) => one === before.madeOf[place])) {
      return before.bytes;
    }
    const { bytes, startsOf } = join(pieces);
    this.moveTo(bytes, startsOf.get(this)!);
    this.#whole = { madeOf, bytes };
    return bytes;
  }
}

/** An entity as JSON with all its gaps filled. */
class FilledJson {
  readonly #json: SerializedJson;
  readonly #values: readonly unknown[];

  constructor(json: SerializedJson, values: readonly unknown[]) {
    this.#json = json;
    this.#values = values;
  }

  toJSON(): string {
    met.push(this);
    return PLACEHOLDER;
  }

  appendTo(pieces: Piece[]): void {
    this.#json.appendTo(pieces, this.#values);
  }

  whole(pieces: readonly Piece[]): Buffer {
    return this.#json.whole(pieces);
  }
}

/** What is selected at least of entities that are listed. */
export interface Listed {
  readonly id: number;
}

/** The JSON of listed entities. Those that were computed one by one are serialized already, as the same records. */
export function serializeListed(
  listed: readonly (Listed | SerializedJson)[],
  toRecord: (entity: Listed) => unknown = (entity) => entity,
): readonly SerializedJson[] {
  return listed.map((one) => (one instanceof SerializedJson ? one : new SerializedJson(one.id, toRecord(one))));
}

/** The bytes of a value as JSON, of which the serialized values in it are parts from now on. */
export function serializeJson(value: unknown): Bytes {
  const { bytes, inside, places } = stringify(value);
  if (inside.length === 0) return bytes;
  const around = textAround(bytes, places);
  const shown = (inside as (SerializedJson | FilledJson)[]).map((one) => {
    const pieces: Piece[] = [];
    one.appendTo(pieces);
    return { one, pieces };
  });
  const length = shown.reduce((sum, { pieces }) => sum + lengthOf(pieces), lengthOf(around));
  if (length > LARGE) {
    const parts = shown.flatMap(({ one, pieces }, index) => [bytesOf(around[index]!), one.whole(pieces)]);
    return { length, parts: [...parts, bytesOf(around.at(-1)!)] };
  }
  const page = join([...shown.flatMap(({ pieces }, index) => [around[index]!, ...pieces]), around.at(-1)!]);
  for (const [owner, starts] of page.startsOf) owner.moveTo(page.bytes, starts);
  return page.bytes;
}

function bytesOf({ bytes, from, to }: Piece): Buffer {
  return bytes.subarray(from, to);
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Pieces as bytes, with the places in them where those of each owner start. */
function join(pieces: readonly Piece[]): { bytes: Buffer; startsOf: Map<SerializedJson, number[]> } {
  const bytes = Buffer.allocUnsafeSlow(lengthOf(pieces));
  const startsOf = new Map<SerializedJson, number[]>();
  let end = 0;
  for (const { bytes: source, from, to, owner, index } of pieces) {
    if (owner !== null) {
      const starts = startsOf.get(owner) ?? [];
      starts[index] = end;
      startsOf.set(owner, starts);
    }
    end += source.copy(bytes, end, from, to);
  }
  return { bytes, startsOf };
}

function appendPieces(value: unknown, pieces: Piece[]): void {
  const { bytes, inside, places } = stringify(value);
  const around = textAround(bytes, places);
  inside.forEach((one, index) => {
    pieces.push(around[index]!);
    (one as SerializedJson | FilledJson).appendTo(pieces);
  });
  pieces.push(around.at(-1)!);
}

/** The text before, between and after serialized values. */
function textAround(bytes: Buffer, places: readonly number[]): Piece[] {
  const starts = [0, ...places.map((place) => place + QUOTED_PLACEHOLDER.length)];
  return starts.map((from, index) => ({ bytes, from, to: places[index] ?? bytes.length, owner: null, index: 0 }));
}

/** The text around serialized values, which are named in order with the places of their placeholders. */
function stringify(value: unknown): { bytes: Buffer; inside: readonly (typeof met)[number][]; places: number[] } {
  const outside = met;
  met = [];
  try {
    const bytes = utf8(JSON.stringify(value));
    const places: number[] = [];
    for (let from = 0; places.length < met.length; from = places.at(-1)! + QUOTED_PLACEHOLDER.length) {
      places.push(bytes.indexOf(QUOTED_PLACEHOLDER, from));
    }
    return { bytes, inside: met, places };
  } finally {
    met = outside;
  }
}
