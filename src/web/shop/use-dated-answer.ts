/** Answers with the date at the hotels, for views that may stay open over midnight. */
import { useMemo, useState } from 'preact/hooks';
import type { CivilDate } from '../format/civil-date.ts';
import { type Request, requestWith } from '../gateway/request.ts';
import { useAnswer } from '../gateway/use-answer.ts';
import { useRepeatedly } from '../gateway/use-repeatedly.ts';
import { ShopTodayDocument } from '../generated/operations.ts';
import { usePage } from '../page.tsx';

/** So long a view may show the day before. */
const REFRESH_MS = 5 * 60_000;

interface Dated {
  readonly viewer: { readonly today: CivilDate };
}

/** As `useAnswer`, with the date that it is by now. */
export function useDatedAnswer<Asked, Data extends Dated>(
  asked: Asked | null,
  ask: (request: Request, asked: Asked) => Promise<Data>,
) {
  const { key, language } = usePage();
  const answer = useAnswer(asked, ask);
  const { data } = answer;
  const [newest, setNewest] = useState<CivilDate | null>(null);
  useRepeatedly(() => {
    if (key === null || data === null) return;
    requestWith({ key, language })(ShopTodayDocument, {}).then(
      ({ viewer }) => setNewest(viewer.today),
      // The next time it is asked again.
      () => {},
    );
  }, REFRESH_MS);
  const dated = useMemo(
    () =>
      data !== null && newest !== null && newest > data.viewer.today
        ? { ...data, viewer: { ...data.viewer, today: newest } }
        : data,
    [data, newest],
  );
  return { ...answer, data: dated };
}
