import type { Languages } from '../domain/text/locale.ts';
import type { Day } from '../domain/time/civil-date.ts';
import type { CursorSigner } from '../operations/search/cursors.ts';

/** What a route may read. */
export interface RestRequest {
  /** As parsed: a repeated parameter is a list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** As parsed from JSON; undefined without a body. */
  readonly body: unknown;
  readonly languages: Languages;
  readonly idempotencyKey: string | undefined;
  readonly today: Day;
  readonly cursors: CursorSigner;
}
