/** A demo key that every visitor may see. */
import type { DemoKey } from '../../../src/server/demo/demo-key.ts';

/** `key` is the currently shown key; null: none. */
export function shownDemoKey(key: () => string | null): DemoKey {
  return { current: key, visibleTo: key, vary: [] };
}
