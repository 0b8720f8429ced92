/** Entries that were not sent yet survive a reload. */
import { useState } from 'preact/hooks';
import { storeDraft, storedDraft } from '../stored-key.ts';

export function useDraft<Draft>(name: string, empty: Draft): readonly [Draft, (draft: Draft) => void] {
  const [edited, setEdited] = useState<{ readonly name: string; readonly draft: Draft } | null>(null);
  const stored = storedDraft(name);
  const draft = edited?.name === name ? edited.draft : stored === '' ? empty : (JSON.parse(stored) as Draft);
  const set = (draft: Draft) => {
    storeDraft(name, draft === empty ? '' : JSON.stringify(draft));
    setEdited({ name, draft });
  };
  return [draft, set];
}
