/**
 * What the server and the code that renders pages know of each other. That code is built apart from the server, and loaded when a page
 * is first asked for.
 */

/** Filled in by the server. */
export interface Settings {
  /** The key with which the page asks: that of the demo, or `PAGES_KEY` for the shop; null: the page asks its visitor for one. */
  readonly key: string | null;
  /** Whether GraphiQL is enabled. */
  readonly graphiql: boolean;
  /** Whether mails are shown at `/mail`. */
  readonly mail: boolean;
  /** Whether the gateway sends mails at all, or shows what it would send (S17). */
  readonly hasMail: boolean;
}

export interface AskedPage {
  /** Path and query. */
  readonly url: string;
  /** One of the languages of pages. */
  readonly language: string;
  /** Scheme, host and port by which others know the server. */
  readonly origin: string;
  /** The date that counts as today, as YYYY-MM-DD. */
  readonly today: string;
  readonly settings: Settings;
}

/** An operation of GraphQL. */
export interface AskedOperation {
  readonly query: string;
  readonly variables: unknown;
}

/** An operation cannot be answered. Its name alone says so: the class belongs to the server, apart from which the renderer is built. */
export interface UnansweredError extends Error {
  readonly name: 'Unanswered';
}

export interface RenderablePage {
  /** Its address without what it does not read: pages of one name, language and origin with the same answers are equal. */
  readonly name: string;
  /** Its view, if it is loaded by itself: the module, as the manifest of the build names it. */
  readonly module: string | null;
  /** The operations whose answers it is rendered from. */
  readonly operations: readonly AskedOperation[];
  /** @param answers the data of the operations, in their order */
  render(answers: readonly unknown[]): RenderedPage;
}

export interface RenderedPage {
  /** Whether there is what the address names. */
  readonly isFound: boolean;
  /** Elements of `head`, the title first; null: it says nothing of itself. */
  readonly head: string | null;
  /** The content of the element `page`. */
  readonly body: string;
  /** The answers that its views know at first, by `nameOfAsked`. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The content of `noscript`. */
  readonly withoutScript: string;
}

export interface Renderer {
  /** Null: nothing of the page is rendered. */
  find(page: AskedPage): Promise<RenderablePage | null>;
  /** Paths of all pages that others should find. @param ask returns the data of an operation, and throws `Unanswered` when it cannot be answered */
  paths(ask: (operation: AskedOperation) => Promise<unknown>): Promise<string[]>;
}
