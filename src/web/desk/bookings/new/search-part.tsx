/** What the guest asks for, and the stays that there are for it. */
import { PARTY_ROOMS } from '../../../../domain/booking/party.ts';
import { parseEntityNumber } from '../../../../domain/entity-number.ts';
import { ROOM_GUESTS } from '../../../../domain/offer/party.ts';
import { CURRENCIES } from '../../../../domain/pricing/money.ts';
import { RequestProblem } from '../../../design/problem.tsx';
import { addDays } from '../../../format/civil-date.ts';
import { showMoney } from '../../../format/money.ts';
import { DeskOffersDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { DayField } from '../../../people/day-field.tsx';
import type { FormState } from '../../../people/entry.tsx';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { useDeskHotels } from '../../hotels.ts';
import { useDeskAnswer } from '../../session.tsx';
import { roomName } from '../booking-row.tsx';
import { Part } from '../parts/part.tsx';
import { ChoiceField, useSold, useStayNames } from '../stay/stay-fields.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { guestsField, type Offer, offerFilter, offerKey, partyOf } from './new-draft.ts';
import { NothingFound } from './nothing-found.tsx';

/** The most guests of a room: one that is booked alone may have more beds than one of a party (Y1). */
const MOST_GUESTS = { alone: 8, together: ROOM_GUESTS.max };

export function SearchPart({ form, today }: { readonly form: FormState; readonly today: string }) {
  const common = useCommonTexts();
  const people = usePeopleTexts();
  const texts = useBookingTexts();
  const { data: hotels } = useDeskHotels();
  const hotel = parseEntityNumber(form.entries.hotel);
  const { visitTypes } = useStayNames(useSold(hotel));
  const { arrival = '' } = form.entries;
  const party = partyOf(form.entries);
  const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);
  const counts = upTo(party.length === 1 ? MOST_GUESTS.alone : MOST_GUESTS.together);
  return (
    <Part title={texts.whatIsAsked}>
      <div class="fields">
        <DayField name="arrival" form={form} min={today} label={texts.arrival} />
        <DayField name="departure" form={form} min={addDays(arrival || today, 1)} label={texts.departure} />
        <ChoiceField
          name="rooms"
          form={form}
          label={texts.numberOfRooms}
          choices={upTo(PARTY_ROOMS.max).map((count) => [count, texts.roomCount({ count })] as const)}
        />
        {party.map((_, room) => (
          <ChoiceField
            key={room}
            name={guestsField(room)}
            form={form}
            label={party.length === 1 ? people.numberOfGuests : texts.guestsOfRoom({ room: room + 1 })}
            choices={counts.map((count) => [count, common.guests({ count })] as const)}
          />
        ))}
        <ChoiceField
          name="hotel"
          form={form}
          label={texts.hotel}
          choices={[['', texts.anyHotel], ...(hotels ?? []).map(({ number, name }) => [number, name] as const)]}
        />
        {hotel !== null && (
          <ChoiceField
            name="visitType"
            form={form}
            label={texts.visitType}
            choices={[['', texts.anyVisitType], ...visitTypes]}
          />
        )}
        <ChoiceField
          name="currency"
          form={form}
          label={texts.currency}
          choices={CURRENCIES.map((currency) => [currency, currency] as const)}
        />
      </div>
    </Part>
  );
}

/** The stays that there are, the cheapest first; null: they are on their way, or nothing is asked. */
export function useOffers(entries: FormState['entries'], today: string) {
  return useDeskAnswer(
    offerFilter(entries, today),
    async (request, filter) => (await request(DeskOffersDocument, { filter })).offers,
  );
}

export function OffersPart({
  offers: { data, problem, sentences, isLoading, again },
  form,
  chosen,
  onChosen,
}: {
  readonly offers: ReturnType<typeof useOffers>;
  readonly form: FormState;
  readonly chosen: string | null;
  onChosen(key: string): void;
}) {
  const common = useCommonTexts();
  const texts = useBookingTexts();
  return (
    <Part title={texts.offers}>
      {problem !== null && <RequestProblem code={problem} sentences={sentences} onAgain={again} />}
      {isLoading && <p class="muted">{common.loading}</p>}
      {data?.nodes.length === 0 && <NothingFound found={data} form={form} />}
      {data !== null && data.nodes.length > 0 && (
        <fieldset class="offer-choice">
          <legend class="unseen">{texts.offers}</legend>
          {data.nodes.map((offer) => (
            <OfferRow key={offerKey(offer)} offer={offer} isChosen={offerKey(offer) === chosen} onChosen={onChosen} />
          ))}
        </fieldset>
      )}
      {data !== null && data.totalCount > data.nodes.length && (
        <p class="small muted">{texts.moreOffers({ shown: data.nodes.length, all: data.totalCount })}</p>
      )}
    </Part>
  );
}

function OfferRow({
  offer,
  isChosen,
  onChosen,
}: {
  readonly offer: Offer;
  readonly isChosen: boolean;
  onChosen(key: string): void;
}) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useBookingTexts();
  const { hotel, visitType, rooms, total, availability } = offer;
  const beds = rooms.reduce((sum, { roomType }) => sum + roomType.beds, 0);
  return (
    <label class="offer-row">
      <input type="radio" name="offer" checked={isChosen} onChange={() => onChosen(offerKey(offer))} />
      <span class="offer-text">
        <span class="strong">{rooms.map(({ roomType }) => roomName(roomType)).join(' + ')}</span>
        <span class="muted small">
          {hotel.name} · {visitType.name.text ?? visitType.number} · {common.beds({ count: beds })}
        </span>
      </span>
      {availability !== 'AVAILABLE' && <span class="tag ask">{texts.onRequest}</span>}
      <span class="figures strong">{showMoney(total, language)}</span>
    </label>
  );
}
