/**
 * Shortcuts of one key, for who wants them: they are off in fields and dialogs, and can be switched off altogether. The desk listens
 * from its start, because a clerk is faster than a view that loads: keys that nothing takes yet wait for it.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { browserStorage } from '../storages.ts';
import { WaitingKeys } from './waiting-keys.ts';

const NAME = 'desk-keys';

const areOn = () => browserStorage.get(NAME) !== 'off';

interface Shortcuts {
  /** What a key does, under its name (`KeyboardEvent.key`). */
  readonly keys: Readonly<Record<string, () => void>>;
  /** False as long as what they act on loads. */
  readonly areReady: boolean;
  /** The elements with whose focus they work; null: all outside of fields and dialogs, if the clerk has not switched them off. */
  readonly within: string | null;
}

const FIELDS = 'input, select, textarea, dialog';
const SEARCH = 'input[type="search"]';

/** The shortcuts of all that is shown. */
const shown = new Set<{ readonly current: Shortcuts }>();
const waiting = new WaitingKeys(actLater);

/** Whether single keys work, and the way to change it. */
export function useSingleKeysSetting(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(areOn);
  const change = (wanted: boolean) => {
    browserStorage.set(NAME, wanted ? 'on' : 'off');
    setOn(wanted);
  };
  return [isOn, change];
}

/** Runs what stands under the pressed key. */
export function useSingleKeys(
  keys: Shortcuts['keys'],
  { areReady = true, within = null }: Partial<Omit<Shortcuts, 'keys'>> = {},
): void {
  const newest = useRef<Shortcuts>({ keys, areReady, within });
  newest.current = { keys, areReady, within };
  // Before the next key is handled; an effect would run after the browser has painted.
  useLayoutEffect(() => {
    shown.add(newest);
    return () => {
      shown.delete(newest);
    };
  }, []);
  useLayoutEffect(() => waiting.replay(), [areReady]);
}

/** Keys wait while this component loads. */
export function useLoading(isLoading: boolean): void {
  const self = useRef({}).current;
  useLayoutEffect(() => {
    waiting.setLoading(self, isLoading);
    return () => waiting.setLoading(self, false);
  }, [isLoading]);
}

/** What is typed from now on is meant for the search field of a view that comes. */
export function awaitSearchField(): void {
  waiting.block();
}

/** Gives the search field the focus and what was typed for it. */
export function focusSearchField(): void {
  document.querySelector<HTMLInputElement>(SEARCH)?.focus();
  waiting.unblock();
}

/** Listens to keys for as long as the page is open. */
export function listenToKeys(): void {
  addEventListener('keydown', press);
  addEventListener('pointerdown', () => waiting.drop());
}

function shortcutsFor(key: string, target: Element): Shortcuts | undefined {
  return [...shown]
    .map(({ current }) => current)
    .find(({ keys, within }) => key in keys && (within ? target.matches(within) : areOn() && !target.closest(FIELDS)));
}

function press(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  const focused = target instanceof Element ? target : document.body;
  const shortcuts = shortcutsFor(key, focused);
  const isTyping = !shortcuts && key !== 'Enter' && focused.closest(FIELDS) !== null;
  // These lead elsewhere, and who types in a field goes on there.
  if (isTyping || key === 'Escape' || key === 'Tab') waiting.drop();
  else if (!waiting.areThere && shortcuts?.areReady) {
    event.preventDefault();
    shortcuts.keys[key]?.();
  } else if (mayWait(key, shortcuts)) {
    event.preventDefault();
    waiting.add(key);
  }
}

function mayWait(key: string, shortcuts: Shortcuts | undefined): boolean {
  if (waiting.areThere) return shortcuts !== undefined || key.length === 1 || key === 'Enter' || key === 'Backspace';
  return waiting.isLoading && (shortcuts !== undefined || (key.length === 1 && key !== ' ' && areOn()));
}

/** Acts on a key that has waited, as it would have acted on the element that has the focus now. */
function actLater(key: string): boolean {
  const focused = document.activeElement ?? document.body;
  const shortcuts = shortcutsFor(key, focused);
  if (shortcuts) {
    if (shortcuts.areReady) shortcuts.keys[key]?.();
    return shortcuts.areReady;
  }
  if (focused.matches(SEARCH)) typeInto(focused as HTMLInputElement, key);
  else if (key === 'Enter' && focused instanceof HTMLAnchorElement) focused.click();
  // What was pressed before a dialog opened is not meant for it.
  else return focused.closest(FIELDS) !== null;
  return true;
}

function typeInto(field: HTMLInputElement, key: string): void {
  if (key === 'Enter') field.form?.requestSubmit();
  const end = field.selectionEnd ?? field.value.length;
  const start = field.selectionStart ?? end;
  if (key.length === 1) field.setRangeText(key, start, end, 'end');
  if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(start - 1, 0) : start, end, 'end');
}
