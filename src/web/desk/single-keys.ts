/** Shortcuts of one key, for who wants them: they are off in fields and dialogs, and can be switched off altogether. */
import { useEffect, useRef, useState } from 'preact/hooks';

const NAME = 'desk-keys';

const areOn = () => localStorage.getItem(NAME) !== 'off';

/** Whether single keys work, and the way to change it. */
export function useSingleKeysSetting(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(areOn);
  const change = (wanted: boolean) => {
    localStorage.setItem(NAME, wanted ? 'on' : 'off');
    setOn(wanted);
  };
  return [isOn, change];
}

/** Runs what stands under the pressed key (`KeyboardEvent.key`). */
export function useSingleKeys(keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !areOn()) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, select, textarea, dialog')) return;
      const act = newest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
