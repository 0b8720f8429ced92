/** Answers with the date at the hotels, in views that may stay open over midnight. */
import { useMemo, useState } from 'preact/hooks';
import type { CivilDate } from '../format/civil-date.ts';
import { requestWith } from '../gateway/request.ts';
import { useRepeatedly } from '../gateway/use-repeatedly.ts';
import { ShopTodayDocument } from '../generated/operations.ts';
import { usePage } from '../page.tsx';

/** So long a view may show the day before. */
const REFRESH_MS = 5 * 60_000;

interface Dated {
  readonly viewer: { readonly today: CivilDate };
}

/** The answer with the date that it is by now. */
export function useDated<Answer extends Dated>(answer: Answer | null): Answer | null {
  const { key, language } = usePage();
  const [newest, setNewest] = useState<CivilDate | null>(null);
  useRepeatedly(() => {
    if (key === null || answer === null) return;
    requestWith({ key, language })(ShopTodayDocument, {}).then(
      ({ viewer }) => setNewest(viewer.today),
      // The next time it is asked again.
      () => {},
    );
  }, REFRESH_MS);
  return useMemo(
    () =>
      answer !== null && newest !== null && newest > answer.viewer.today
        ? { ...answer, viewer: { ...answer.viewer, today: newest } }
        : answer,
    [answer, newest],
  );
}
