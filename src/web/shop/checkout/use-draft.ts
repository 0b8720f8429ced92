/** What a guest has entered so far: it is kept in the tab, so a reload or another room does not lose it. */
import { useState } from 'preact/hooks';
import { usePage } from '../../page.tsx';
import { USUAL_COUNTRY } from '../../people/countries.ts';
import type { Entries } from '../../people/entries.ts';
import { recall, store } from './stored.ts';

export function useDraft() {
  const { language } = usePage();
  const [entries, setEntries] = useState<Entries>(() => ({
    'billedTo.address.country': USUAL_COUNTRY[language],
    ...recall('draft'),
  }));
  // A password manager fills in several fields before the form is drawn anew.
  const onEntry = (name: string, value: string) =>
    setEntries((before) => {
      const changed = { ...before, [name]: value };
      store('draft', changed);
      return changed;
    });
  return { entries, onEntry };
}
