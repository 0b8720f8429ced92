/** A page that others find: its address, what it is made of, and what it says of itself before a script runs. */
import type { CivilDate } from '../../format/civil-date.ts';
import type { Language } from '../../format/language.ts';
import type { PictureFragment, TypedDocumentString } from '../../generated/operations.ts';
import type { AskedOperation } from '../../rendering.ts';

type Query = Readonly<Record<string, string>>;

/** Where a page is, and for whom and when it is rendered. */
export interface FoundPlace {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly today: CivilDate;
  readonly language: Language;
  readonly origin: string;
}

export interface Description {
  /** Its one address, where it can be written in several ways. */
  readonly path?: string;
  /** The shop adds its name to it. */
  readonly title: string;
  readonly description: string;
  readonly picture: PictureFragment | null;
  /** Things as schema.org names them. */
  readonly things: readonly object[];
  /** What the page leads to where no script runs, and nothing can be searched for. */
  readonly links?: readonly FoundLink[];
}

export interface FoundLink {
  readonly path: string;
  readonly text: string;
}

export interface FoundPage {
  /** As the views of the shop match it. */
  readonly path: string;
  /** Its view, if it is loaded by itself: the module, from the folder of the pages. */
  readonly module?: string;
  /** The parts of its query that its view reads, in one form for all queries of one meaning. */
  queryOf(query: Query): string;
  asks(place: FoundPlace): readonly Asked<unknown>[];
  /** Null: there is no such thing. */
  describe(answers: readonly unknown[], place: FoundPlace): Description | null;
}

export interface Asked<Data> extends AskedOperation {
  /** Whether its view asks the same at first. */
  readonly isShown: boolean;
  /** The type of the answer; never there. */
  readonly answer?: Data;
}

export function asked<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Asked<Data> {
  return { query: document.toString(), variables, isShown: false };
}

/** What the view of a page asks at first. */
export function shown<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Asked<Data> {
  return { ...asked(document, variables), isShown: true };
}

type AnswersTo<Asks extends readonly Asked<unknown>[]> = {
  readonly [Index in keyof Asks]: Asks[Index] extends Asked<infer Data> ? Data : never;
};

/** A page whose answers have the types of what it asks. */
export function foundPage<const Asks extends readonly Asked<unknown>[]>(page: {
  readonly path: string;
  readonly module?: string;
  queryOf(query: Query): string;
  asks(place: FoundPlace): Asks;
  describe(answers: AnswersTo<Asks>, place: FoundPlace): Description | null;
}): FoundPage {
  return page as unknown as FoundPage;
}
