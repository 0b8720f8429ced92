/** A booking for who has called or stands at the desk: what there is and costs is said before it is made. */
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../../design/notice.tsx';
import { DeskBookDocument, DeskOffersDocument, DeskQuoteDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import type { Entries } from '../../../people/entries.ts';
import { Operations } from '../../operations.tsx';
import { useToday } from '../../rooms/use-today.ts';
import { useSession } from '../../session.tsx';
import { storeDraft, storedDraft } from '../../stored-key.ts';
import { ViewTitle } from '../../view-title.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { BookPart } from './book-part.tsx';
import { firstEntries, offerKey } from './new-draft.ts';
import { OffersPart, SearchPart, useOffers } from './search-part.tsx';
import '../bookings.css';

const DRAFT = 'new booking';

/** What is filled in outlives a reload; a field that is not has what is usual. */
function useEntries(today: string) {
  const [language] = useState(usePage().language);
  const [filled, setFilled] = useState<Entries>(() => JSON.parse(storedDraft(DRAFT) || '{}'));
  // Several fields may be filled in before the form is drawn anew.
  const enter = (name: string, value: string) =>
    setFilled((before) => {
      const changed = { ...before, [name]: value };
      storeDraft(DRAFT, JSON.stringify(changed));
      return changed;
    });
  return { entries: { ...firstEntries(today, language), ...filled }, enter, forget: () => storeDraft(DRAFT, '') };
}

type Marks = Readonly<Record<string, string>>;

/** What is wrong with which field, until it is filled in otherwise. The first one gets the focus. */
function useMarks() {
  const [wrong, setWrong] = useState<Marks>({});
  const [found, setFound] = useState<Marks>({});
  useEffect(() => {
    if (Object.keys(found).length > 0) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [found]);
  return {
    wrong,
    mark(marks: Marks) {
      setWrong(marks);
      setFound(marks);
    },
    unmark: (name: string) => setWrong(({ [name]: _, ...others }) => others),
  };
}

export default function NewBookingPage() {
  const texts = useBookingTexts();
  const { rights } = useSession();
  const today = useToday();
  const { entries, enter, forget } = useEntries(today);
  const { wrong, mark, unmark } = useMarks();
  const form = {
    entries,
    wrong,
    onEntry(name: string, value: string) {
      enter(name, value);
      unmark(name);
      // It was chosen among those of the hotel.
      if (name === 'hotel') enter('visitType', '');
    },
  };
  const offers = useOffers(entries, today);
  const chosen = entries.offer ?? null;
  const offer = offers.data?.nodes.find((one) => offerKey(one) === chosen) ?? null;
  return (
    <div class="stack">
      <ViewTitle title={texts.newTitle} />
      {rights.includes('BOOK') ? (
        <>
          <SearchPart form={form} today={today} />
          <OffersPart offers={offers} form={form} chosen={chosen} onChosen={(key) => form.onEntry('offer', key)} />
          {offer && <BookPart key={chosen} {...{ offer, form, today }} onWrong={mark} onBooked={forget} />}
        </>
      ) : (
        <Notice tone="ask">{texts.cannotBook}</Notice>
      )}
      <Operations documents={[DeskOffersDocument, DeskQuoteDocument, DeskBookDocument]} />
    </div>
  );
}
