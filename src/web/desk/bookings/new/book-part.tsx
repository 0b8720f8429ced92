/** Who books the chosen rooms, what they cost in the channel, and the button that books them. */
import { Fragment } from 'preact';
import { Notice } from '../../../design/notice.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { cancellationSentences } from '../../../format/cancellation-sentences.ts';
import { ALL_LANGUAGES, LANGUAGES, LOCALES } from '../../../format/language.ts';
import { showMoney } from '../../../format/money.ts';
import { together } from '../../../format/together.ts';
import { DeskChannelsDocument, DeskQuoteDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { entered, IS_TRAVELLING, isTravelling, withPrograms } from '../../../people/entries.ts';
import { Check, Entry, type FormState } from '../../../people/entry.tsx';
import { guestsBefore } from '../../../people/rooms.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { useDeskAnswer } from '../../session.tsx';
import { DraftFields, useDrafts } from '../actions/draft-field.tsx';
import { Part } from '../parts/part.tsx';
import { PricePart } from '../parts/price-part.tsx';
import { ContactFields, GuestFields } from '../stay/people-fields.tsx';
import { ChoiceField, useSold } from '../stay/stay-fields.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { currencyOf, type Offer, partyOf, quoteInputs } from './new-draft.ts';
import { useBook } from './use-book.ts';

interface BookPartProps {
  readonly offer: Offer;
  readonly form: FormState;
  readonly today: string;
  /** What the gateway finds wrong, at its fields. */
  onWrong(wrong: Readonly<Record<string, string>>): void;
  onBooked(): void;
}

export function BookPart({ offer, form: filled, today, onWrong, onBooked }: BookPartProps) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useBookingTexts();
  const sold = useSold(offer.hotel.number);
  const visitType = sold?.visitTypes.find(({ number }) => number === offer.visitType.number);
  const entries = withPrograms(filled.entries, sold && (visitType?.loyaltyPrograms ?? []));
  const form = { ...filled, entries };
  const { data: viewer } = useDeskAnswer(
    'channels',
    async (request) => (await request(DeskChannelsDocument, {})).viewer,
  );
  const party = partyOf(entries);
  const asked = { inputs: quoteInputs(entries, offer), currency: currencyOf(entries) };
  const quoted = useDeskAnswer(asked, (request, { inputs, currency }) =>
    Promise.all(inputs.map(async (input) => (await request(DeskQuoteDocument, { input, currency })).result)),
  );
  const refusal = quoted.data?.find((result) => 'message' in result) ?? null;
  const quotes = (quoted.data ?? []).flatMap((result, room) => {
    const [found] = 'quotes' in result ? result.quotes : [];
    if (!found) return [];
    const first = guestsBefore(party, room);
    return [{ ...found, discounts: found.discounts.map((line) => ({ ...line, guest: first + line.guest })) }];
  });
  const quote = quotes.length === offer.rooms.length ? together(quotes) : null;
  const drafts = useDrafts('new');
  const booking = useBook({
    ...{ offer, form, onWrong },
    said: drafts.sent,
    onBooked() {
      drafts.forget();
      onBooked();
    },
    quote,
    onPriceChanged: quoted.again,
  });
  const isBinding = offer.availability === 'AVAILABLE';
  const sentences =
    quote &&
    cancellationSentences(
      { arrival: entered(entries, 'arrival'), cancellation: quote.cancellation },
      { today, language },
    );
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        booking.send();
      }}
    >
      {quote && <PricePart price={quote} />}
      <Part title={texts.terms}>
        {quoted.isLoading && <p class="muted">{common.loading}</p>}
        {quoted.problem !== null && <RequestProblem code={quoted.problem} onAgain={quoted.again} />}
        {refusal && 'message' in refusal && <Notice tone="bad">{refusal.message}</Notice>}
        {quote && <p>{quote.cancellation.length > 0 ? sentences?.join(' ') : texts.termFree}</p>}
        {!isBinding && <Notice tone="ask">{texts.becomesRequest}</Notice>}
      </Part>
      <section class="card stack">
        <div class="fields">
          {viewer && viewer.channels.length > 1 && (
            <ChoiceField
              name="channel"
              form={{ ...form, entries: { channel: viewer.channel.code, ...entries } }}
              label={texts.channel}
              choices={viewer.channels.map(({ code, name }) => [code, name] as const)}
            />
          )}
          <ChoiceField
            name="language"
            form={form}
            label={texts.language}
            choices={ALL_LANGUAGES.map((one) => [LOCALES[one], LANGUAGES[one].name] as const)}
          />
        </div>
        <ContactFields form={form} emailNote={texts.emailOrPhone} needsCountry={isBinding} />
      </section>
      <section class="card stack">
        <Check name={IS_TRAVELLING} isChecked={isTravelling(entries)} label={texts.isGuest} form={form} />
        {party.map((guests, room) => (
          <Fragment key={room}>
            {party.length > 1 && <h3>{texts.guestsOfRoom({ room: room + 1 })}</h3>}
            <GuestFields
              form={form}
              first={guestsBefore(party, room)}
              guests={guests}
              programs={visitType?.loyaltyPrograms ?? []}
              isFirstContact={isTravelling(entries)}
            />
          </Fragment>
        ))}
        <Entry name="customerNote" field="customerNote" label={texts.guestWishes} form={form} isOptional />
        <DraftFields label={texts.confirm.label} drafts={drafts} hasEmail={(entries['billedTo.email'] ?? '') !== ''} />
      </section>
      {booking.refusal && <Notice tone="bad">{booking.refusal}</Notice>}
      {booking.failure !== null && <RequestProblem code={booking.failure} />}
      <div>
        <button type="submit" class="primary wide" aria-busy={booking.isBusy} disabled={!quote}>
          {quote
            ? (isBinding ? texts.book : texts.request)({ total: showMoney(quote.total, language) })
            : common.loading}
        </button>
      </div>
    </form>
  );
}
