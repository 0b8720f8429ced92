/** Books the chosen rooms at the price and the terms of cancelling that are shown, and leads to the booking. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { randomKey } from '../../../gateway/random-key.ts';
import { requestWith } from '../../../gateway/request.ts';
import { sendOnce } from '../../../gateway/send-once.ts';
import { codeOf } from '../../../gateway/use-answer.ts';
import {
  type CreateBookingsInput,
  DeskBookDocument,
  type StayPriceLinesFragment,
} from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { fieldOfPath, placeProblems } from '../../../people/entries.ts';
import type { FormState } from '../../../people/entry.tsx';
import { isPeopleField } from '../../../people/people-input.ts';
import { pathInParty } from '../../../people/rooms.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { useSession } from '../../session.tsx';
import { storeDraft, storedDraft, storeMadeEarlier } from '../../stored-key.ts';
import { bookingAddress, NEW_BOOKING } from '../booking-link.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { bookingInput, missingFields, type Offer, partyOf } from './new-draft.ts';

/** Where tries without an answer are kept: like the draft they outlive a reload. */
const TRIES = 'new booking tries';

export function useBook({
  offer,
  form: { entries },
  said,
  quote,
  onWrong,
  onBooked,
  onPriceChanged,
}: {
  readonly offer: Offer;
  readonly form: Pick<FormState, 'entries'>;
  /** What the house says to the guest, and to itself (M5). */
  readonly said: Pick<CreateBookingsInput, 'messageToGuest' | 'note'>;
  /** The price that is shown; null: none is. */
  readonly quote: StayPriceLinesFragment | null;
  onWrong(wrong: Readonly<Record<string, string>>): void;
  onBooked(): void;
  onPriceChanged(): void;
}) {
  const { key, language } = usePage();
  const { leave } = useSession();
  const { route } = useLocation();
  const common = useCommonTexts();
  const texts = useBookingTexts();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const fieldOf = (path: string) => {
    const name = fieldOfPath(pathInParty(path, partyOf(entries)), entries);
    return isPeopleField(name) || name === 'customerNote' ? name : null;
  };
  const book = async (shown: StayPriceLinesFragment) => {
    const wanted: CreateBookingsInput = {
      ...{ ...bookingInput(entries, offer), ...said },
      expectedTotal: shown.total.amountMinor,
      expectedCancellation: { freeCancellationUntil: shown.freeCancellationUntil },
    };
    const request = requestWith({ key, language });
    const { outcome: result, isEarlier } = await sendOnce(wanted, {
      tried: JSON.parse(storedDraft(TRIES) || '[]'),
      keep: (tries) => storeDraft(TRIES, tries.length === 0 ? '' : JSON.stringify(tries)),
      newKey: randomKey,
      send: async (input) => (await request(DeskBookDocument, { input })).result,
    });
    if (result.__typename === 'BookingsCreated') {
      // The booking of the first room leads to the others.
      const [id = ''] = result.ids;
      if (isEarlier) storeMadeEarlier(id);
      else onBooked();
      // Whoever has gone elsewhere meanwhile stays there.
      if (location.pathname === NEW_BOOKING) route(bookingAddress(id));
      return;
    }
    if (result.__typename === 'PriceChanged') onPriceChanged();
    const problems = 'problems' in result ? result.problems : null;
    const { wrong, others } = placeProblems(problems ?? [], fieldOf);
    onWrong(wrong);
    setRefusal(problems ? others.join(' ') || null : result.message);
  };
  return {
    isBusy,
    refusal,
    failure,
    async send() {
      if (isBusy || quote === null) return;
      setRefusal(null);
      setFailure(null);
      const missing = missingFields(entries, offer).map((name) => [
        name,
        name === 'billedTo.phone' ? texts.emailOrPhone : common.required,
      ]);
      onWrong(Object.fromEntries(missing));
      if (missing.length > 0) return;
      setBusy(true);
      try {
        await book(quote);
      } catch (error) {
        const code = codeOf(error);
        if (code === 'UNAUTHENTICATED') leave(true);
        else setFailure(code);
      }
      setBusy(false);
    },
  };
}
