/** The parts of a booking: stay, contact, guests, price, terms, history. */
import { type ComponentChildren, Fragment } from 'preact';
import { mailHref, phoneHref } from '../../../../domain/text/contact-links.ts';
import { Notice } from '../../../design/notice.tsx';
import { cancellationSentences } from '../../../format/cancellation-sentences.ts';
import { localDayOf, showDate } from '../../../format/civil-date.ts';
import { LANGUAGES, type Language } from '../../../format/language.ts';
import { showMoney } from '../../../format/money.ts';
import type { DeskBookingFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { countryName } from '../../../people/countries.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { BookingLink } from '../booking-link.tsx';
import { nameOf, roomName, showStay } from '../booking-row.tsx';
import { showMoment } from '../moment.ts';
import { StatusTag } from '../status-tag.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { Part } from './part.tsx';
import { PricePart } from './price-part.tsx';

interface PartProps {
  readonly booking: DeskBookingFragment;
}

const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const;

export function BookingParts({ booking }: PartProps) {
  const { language } = usePage();
  const texts = useBookingTexts();
  return (
    <>
      {booking.erasedAt && <Notice>{texts.erasedAt({ date: showMoment(booking.erasedAt, language) })}</Notice>}
      <div class="booking-parts">
        <Stay booking={booking} />
        <Party booking={booking} />
        {!booking.erasedAt && <Contact booking={booking} />}
        {!booking.erasedAt && <Guests booking={booking} />}
        <PricePart price={booking.price} />
        <Terms booking={booking} />
        <Mails booking={booking} />
        <History booking={booking} />
      </div>
    </>
  );
}

/** Facts without a value are left out. */
function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(
        ([term, value]) =>
          value && (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

function Stay({ booking }: PartProps) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useBookingTexts();
  return (
    <Part title={texts.stay}>
      <p class="strong">
        {showStay(booking, language)} <span class="muted">· {common.nights({ count: booking.price.nights })}</span>
      </p>
      <Facts
        facts={[
          [texts.hotel, booking.hotel.name],
          [texts.room, roomName(booking.roomType)],
          [texts.visitType, booking.visitType.name.text],
          [texts.made, <time dateTime={booking.createdAt}>{showMoment(booking.createdAt, language)}</time>],
          [texts.affiliate, booking.affiliate],
        ]}
      />
      {booking.customerNote && (
        <div>
          <p class="small muted">{texts.note}</p>
          <p class="said">{booking.customerNote}</p>
        </div>
      )}
    </Part>
  );
}

/** The other rooms that were booked together with it, each a booking of its own (Y2). */
function Party({ booking: { id, party } }: PartProps) {
  const common = useCommonTexts();
  const texts = useBookingTexts();
  if (!party) return null;
  return (
    <Part title={texts.bookedTogether}>
      <ol class="plain-list">
        {party.bookings.map((room, index) => (
          <li key={room.id}>
            <p class="line">
              <span class="strong">
                {texts.roomOfParty({ room: index + 1, rooms: party.bookings.length })}
                {': '}
                {room.id === id ? (
                  room.reference
                ) : (
                  <BookingLink row={room} class="figures">
                    {room.reference}
                  </BookingLink>
                )}
              </span>
              <StatusTag {...room} />
            </p>
            <p class="muted small">
              {roomName(room.roomType)} · {common.guests({ count: room.guests.length })}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Contact({ booking: { billedTo, language: spoken } }: PartProps) {
  const { language } = usePage();
  const texts = useBookingTexts();
  const { address } = billedTo;
  const lines = address && [
    [address.street, address.houseNumber],
    [address.zipCode, address.city],
    [address.country && countryName(address.country, language)],
  ];
  const shown = lines?.map((line) => line.filter(Boolean).join(' ')).filter(Boolean);
  return (
    <Part title={texts.contact}>
      <p class="strong">{nameOf(billedTo)}</p>
      <Facts
        facts={[
          [texts.email, billedTo.email && <Email address={billedTo.email} />],
          [texts.phone, billedTo.phone && <a href={phoneHref(billedTo.phone)}>{billedTo.phone}</a>],
          [texts.address, shown?.length ? shown.map((line) => <div key={line}>{line}</div>) : null],
          [texts.language, languageName(spoken, language)],
          [texts.marketing, billedTo.consentMarketing ? texts.yes : texts.no],
        ]}
      />
    </Part>
  );
}

/** It breaks before the `@` if it must. */
function Email({ address }: { readonly address: string }) {
  const at = address.indexOf('@');
  return (
    <a href={mailHref(address)}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  );
}

/** `locale` is one of the gateway: `CS`. */
const languageName = (locale: string, language: Language) =>
  new Intl.DisplayNames(LANGUAGES[language].tag, { type: 'language' }).of(locale.slice(0, 2).toLowerCase());

function Guests({ booking: { guests } }: PartProps) {
  const { language } = usePage();
  const texts = useBookingTexts();
  return (
    <Part title={texts.guests}>
      <ol class="plain-list">
        {guests.map((guest) => {
          const program = [guest.loyaltyProgram?.name.text, guest.loyaltyProgramCode].filter(Boolean).join(', ');
          return (
            <li key={guest.position}>
              <p class="strong">{nameOf(guest)}</p>
              {guest.birthDate && (
                <p class="muted small">{texts.born({ date: showDate(guest.birthDate, language, DATE) })}</p>
              )}
              {program && <p class="muted small">{program}</p>}
            </li>
          );
        })}
      </ol>
    </Part>
  );
}

/** As of the day on which it was booked. An operator may cancel until the day before departure (S10). */
function Terms({ booking: { status, cancellation, cancellationFee, createdAt, departure } }: PartProps) {
  const { language } = usePage();
  const texts = useBookingTexts();
  const sentences = cancellationSentences(
    { arrival: departure, cancellation, status },
    { today: localDayOf(createdAt), language },
  );
  const cost = status === 'NO_SHOW' ? texts.noShowFor : texts.cancelledFor;
  return (
    <Part title={texts.terms}>
      {cancellationFee && <p class="strong">{cost({ fee: showMoney(cancellationFee, language) })}</p>}
      {(cancellation.length > 0 ? sentences : [texts.termFree]).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Part>
  );
}

/** Who it was: a member of the staff beside the client, a guest, whoever works at the server, or the service. */
function actorOf(
  { client, by }: Pick<DeskBookingFragment['history'][number], 'client' | 'by'>,
  texts: ReturnType<typeof useBookingTexts>,
): string {
  if (client === null) return by === 'SERVICE' ? texts.service : texts.commandLine;
  if (by === 'GUEST') return `${texts.guest}, ${client}`;
  return by === client ? client : `${by}, ${client}`;
}

function Said({ term, text }: { readonly term: string; readonly text: string | null }) {
  return text === null ? null : (
    <>
      <p class="small muted">{term}</p>
      <p class="said">{text}</p>
    </>
  );
}

/** What the guest and the hotel were sent of it, the latest last. */
function Mails({ booking: { mails } }: PartProps) {
  const { language } = usePage();
  const texts = useBookingTexts();
  if (mails.length === 0) return null;
  return (
    <Part title={texts.mails}>
      <ol class="plain-list">
        {mails.map(({ kind, to, state, at, tries }) => (
          <li key={`${kind} ${to} ${at}`}>
            <p class="line">
              <span>
                <span class="strong">{texts.types[kind]}</span> {texts.mailTo[to]}
              </span>
              <span class={`tag ${MAIL_TONES[state]}`}>{texts.mailStates[state]}</span>
            </p>
            <p class="muted small">
              <time dateTime={at}>{showMoment(at, language)}</time>
              {tries > 1 && ` · ${texts.tries({ count: tries })}`}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

const MAIL_TONES = { SENT: 'good', WAITING: '', FAILED: 'bad' } as const;

function History({ booking: { history } }: PartProps) {
  const { language } = usePage();
  const texts = useBookingTexts();
  return (
    <Part title={texts.history}>
      <ol class="plain-list">
        {history.map(({ id, at, type, client, by, cancelledBy, changed, messageToGuest, note }) => (
          <li key={id}>
            <p class="strong">
              {texts.types[type]}
              {cancelledBy && `: ${texts.cancelledBy[cancelledBy]}`}
              {changed && `: ${changed.map((part) => texts.changedParts[part]).join(', ')}`}
            </p>
            <p class="muted small">
              <time dateTime={at}>{showMoment(at, language)}</time> · {actorOf({ client, by }, texts)}
            </p>
            <Said term={texts.toGuest} text={messageToGuest} />
            <Said term={texts.forHouse} text={note} />
          </li>
        ))}
      </ol>
    </Part>
  );
}
