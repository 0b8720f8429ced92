/** A demo key that every visitor is shown for as long as it lasts. */
import type { DemoKey } from '../../../src/server/demo/demo-key.ts';

/** `key` is what pages show now; null: nothing. */
export function shownDemoKey(key: () => string | null): DemoKey {
  return { current: key, visibleTo: key, vary: [] };
}
