/** A page that others find: its address, what it is made of, and what it says of itself before a script runs. */
import type { Language } from '../../format/language.ts';
import type { PictureFragment, TypedDocumentString } from '../../generated/operations.ts';
import type { AskedOperation } from '../../rendering.ts';

/** Where a page is, and for whom it is rendered. */
export interface FoundPlace {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly origin: string;
}

export interface Description {
  /** Without the name of the shop. */
  readonly title: string;
  readonly description: string;
  readonly picture: PictureFragment | null;
  /** Things as schema.org names them. */
  readonly things: readonly object[];
}

export interface FoundPage {
  /** As the views of the shop match it. */
  readonly path: string;
  asks(place: FoundPlace): readonly AskedOperation[];
  /** Null: there is no such thing. */
  describe(answers: readonly unknown[], place: FoundPlace): Description | null;
}

export interface Asked<Data> extends AskedOperation {
  /** The type of the answer; never there. */
  readonly answer?: Data;
}

export function asked<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Asked<Data> {
  return { query: document.toString(), variables };
}

type AnswersTo<Asks extends readonly Asked<unknown>[]> = {
  readonly [Index in keyof Asks]: Asks[Index] extends Asked<infer Data> ? Data : never;
};

/** A page whose answers have the types of what it asks. */
export function foundPage<const Asks extends readonly Asked<unknown>[]>(page: {
  readonly path: string;
  asks(place: FoundPlace): Asks;
  describe(answers: AnswersTo<Asks>, place: FoundPlace): Description | null;
}): FoundPage {
  return page as unknown as FoundPage;
}
