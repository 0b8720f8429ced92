/** A demo key that every visitor may see. */
import type { ShownKey } from '../../../src/server/demo/demo-key.ts';

/** `key` is the currently shown key; null: none. */
export function shownDemoKey(key: () => string | null): ShownKey {
  return { current: key, visibleTo: key, vary: [] };
}
