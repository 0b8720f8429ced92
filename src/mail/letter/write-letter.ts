/**
 * Writes the letter about an event of a booking (S17, M7): to the customer when and where the stay is, whom to call, what it
 * costs line by line, until when cancelling is free; to the hotel who comes. Nothing here depends on a clock or the machine.
 */
import type { BookingPart } from '../../domain/booking/booking-parts.ts';
import { feesTogether } from '../../domain/booking/cancellation-terms.ts';
import { formatReference } from '../../domain/booking/reference.ts';
import type { BOOKING_EVENTS, BookingEventType, MailRecipient } from '../../domain/event/event-types.ts';
import { wordCancellation } from '../../domain/text/cancellation-wording.ts';
import { mailHref, phoneHref } from '../../domain/text/contact-links.ts';
import type { GeneralKey, TextsByLocale } from '../texts/index.ts';
import { type BookingMail, type MailedBooking, type MailedStay, roomsOf, shouldNotify } from './booking-mail.ts';
import type { Fact, Letter, Section } from './letter.ts';
import { nameOf, oneLine, type Phrases, phrasesFor } from './phrases.ts';

type Part = 'subject' | 'title' | 'text';
/** What the texts about an event are called. */
type Topic<Event extends BookingEventType> = Event extends keyof Topics ? Topics[Event] : Lowercase<Event>;
interface Topics {
  readonly CANCELLED: 'cancelled' | 'cancelledByHotel' | 'withdrawn';
  readonly CHANGED: 'changed' | 'requestChanged';
  readonly NO_SHOW: 'noShow';
  readonly REINSTATED: 'reinstated' | 'requestReinstated';
}
/** The keys of the texts of all letters: one that has none does not compile. */
type LetterKey = Exclude<
  {
    [Event in BookingEventType]: `${(typeof BOOKING_EVENTS)[Event]['mails'][number]}.${Topic<Event>}.${Part}`;
  }[BookingEventType],
  `former.requestChanged.${Part}`
>;

/** @throws RangeError if the recipient is not notified of the event */
export function writeLetter(mail: BookingMail, texts: TextsByLocale): Letter {
  const { booking, recipient } = mail;
  if (!shouldNotify(recipient, booking)) throw new RangeError(`no mail goes to the ${recipient} of ${booking.event}`);
  const phrases = phrasesFor(mail, texts);
  const { say } = phrases;
  const topic = topicOf(mail);
  const key = (part: Part): GeneralKey => `${recipient}.${topic}.${part}` as LetterKey;
  const subject = oneLine(say(key('subject')));
  const sections = SECTIONS[recipient](mail, phrases);
  return {
    tag: phrases.tag,
    subject: booking.isTest ? say('test.subject', { subject }) : subject,
    notice: booking.isTest ? say('test.text') : null,
    title: say(key('title')),
    greeting: recipient === 'customer' ? say('greeting') : null,
    text: say(textOfHotelsOwn(mail, topic) ?? key('text')),
    reference: { label: say('reference'), value: phrases.reference },
    sections: sections.filter((section) => section !== null),
    footer: recipient === 'hotel' ? null : say('footer'),
  };
}

/** What the hotel reads of what it has called off itself: whether its guests know (M11). Null: it is another event, or another reader. */
function textOfHotelsOwn({ booking, recipient }: BookingMail, topic: Topic<BookingEventType>): GeneralKey | null {
  if (recipient !== 'hotel' || !booking.isCancelledByHotel) return null;
  const isUnreached = booking.customer.email === '';
  if (topic === 'withdrawn') return isUnreached ? 'hotel.withdrawn.unreached' : 'hotel.withdrawn.byHotel';
  return topic === 'cancelledByHotel' && isUnreached ? 'hotel.cancelledByHotel.unreached' : null;
}

function topicOf({ booking, recipient }: BookingMail): Topic<BookingEventType> {
  const { event, status, isCancelledByHotel } = booking;
  if (event === 'NO_SHOW') return 'noShow';
  if (event === 'REINSTATED') return status === 'REQUESTED' ? 'requestReinstated' : 'reinstated';
  if (event === 'CHANGED') return status === 'REQUESTED' && recipient !== 'former' ? 'requestChanged' : 'changed';
  if (isWithdrawn(booking)) return isCancelledByHotel && recipient === 'customer' ? 'declined' : 'withdrawn';
  if (event === 'CANCELLED' && isCancelledByHotel) return 'cancelledByHotel';
  return event.toLowerCase() as Lowercase<typeof event>;
}

type MaybeSection = Section | null;

const SECTIONS: Readonly<Record<MailRecipient, (mail: BookingMail, phrases: Phrases) => MaybeSection[]>> = {
  customer: sectionsForCustomer,
  hotel: sectionsForHotel,
  // The address may have been a stranger's.
  former: ({ booking }, phrases) => [contactSection(booking, phrases)],
};

function sectionsForCustomer(mail: BookingMail, phrases: Phrases): MaybeSection[] {
  const { booking } = mail;
  return [
    costSection(mail, phrases),
    changeSection(booking, phrases),
    messageSection(mail, phrases),
    ...staySections(mail, phrases),
    isOwed(booking) ? priceSection(mail, phrases) : null,
    isOpen(booking) ? paymentSection(mail, phrases) : null,
    booking.status === 'CONFIRMED' ? cancellationSection(mail, phrases) : null,
    linkSection(mail, phrases),
    contactSection(booking, phrases),
  ];
}

/** Whether what was called off was a request, so that no stay was ever booked. */
function isWithdrawn({ status, wasConfirmed }: MailedBooking): boolean {
  return status === 'CANCELLED' && !wasConfirmed;
}

/** Whether the price, or a part of it, is or may come to be due. */
function isOwed(booking: MailedBooking): boolean {
  return booking.status !== 'DECLINED' && booking.status !== 'EXPIRED' && !isWithdrawn(booking);
}

function sectionsForHotel(mail: BookingMail, phrases: Phrases): MaybeSection[] {
  const { booking } = mail;
  const { say } = phrases;
  const { customer, customerNote } = booking;
  const customerFacts = facts(
    [say('name'), nameOf(customer)],
    [say('phone'), customer.phone, phoneHref],
    [say('email'), customer.email, mailHref],
    [say('message'), customerNote],
  );
  return [
    costSection(mail, phrases),
    changeSection(booking, phrases),
    messageSection(mail, phrases),
    ...staySections(mail, phrases),
    { heading: say('customer'), facts: customerFacts },
    priceSection(mail, phrases),
  ];
}

/** What a cancellation or a no-show cost. */
function costSection(mail: BookingMail, { say, money }: Phrases): MaybeSection {
  const { status } = mail.booking;
  if ((status !== 'CANCELLED' && status !== 'NO_SHOW') || isWithdrawn(mail.booking)) return null;
  const feeMinor = roomsOf(mail).reduce((sum, room) => sum + (room.feeMinor ?? 0), 0);
  const topic = status === 'CANCELLED' ? 'cancelled' : 'noShow';
  const cost = feeMinor ? say(`${topic}.fee`, { fee: money(feeMinor) }) : say(`${topic}.free`);
  return { heading: say(topic), sentences: [cost] };
}

/** What was and what is of the parts that changed, whatever the catalogue has renamed since; of people only what is. */
function changeSection(booking: MailedBooking, { say, name, money, dateWithWeekday }: Phrases): MaybeSection {
  const { changed, was, customer, guests } = booking;
  if (changed.length === 0) return null;
  const replaced = (part: BookingPart, show: (stay: MailedStay) => string) => {
    if (was === null || !changed.includes(part) || show(was) === show(booking)) return null;
    return say('changed.value', { now: show(booking), before: show(was) });
  };
  const people = (part: BookingPart, value: string) => (changed.includes(part) ? value : null);
  const isOtherVisit = was?.visitTypeNumber !== booking.visitTypeNumber;
  return {
    heading: say('changed'),
    facts: facts(
      [say('arrival'), replaced('stay', ({ arrival }) => dateWithWeekday(arrival))],
      [say('departure'), replaced('stay', ({ departure }) => dateWithWeekday(departure))],
      [say('room'), replaced('room', ({ roomType }) => name(roomType))],
      [say('visitType'), isOtherVisit ? replaced('stay', ({ visitType }) => name(visitType)) : null],
      [say('price'), replaced('price', ({ totalMinor }) => money(totalMinor))],
      [say('guests'), people('guests', guests.map(nameOf).join(', '))],
      [
        say('customer'),
        people('contact', [nameOf(customer), customer.email, customer.phone].filter(Boolean).join(', ')),
      ],
    ),
  };
}

/** What the house says to the guest about the change (M5). The hotel reads it as it was sent. */
function messageSection({ booking, recipient }: BookingMail, { say }: Phrases): MaybeSection {
  const { messageToGuest } = booking;
  const heading = say(recipient === 'customer' ? 'note' : 'note.toGuest');
  return messageToGuest === null ? null : { heading, sentences: [messageToGuest] };
}

/** The stay; of several rooms what each is, too (Y2). */
function staySections(mail: BookingMail, phrases: Phrases): Section[] {
  const { say, name } = phrases;
  const { booking, others } = mail;
  const { hotel } = booking;
  const ofRoom = ({ roomType, guests }: MailedBooking) =>
    [
      [say('room'), name(roomType)],
      [say('guests'), guests.map(nameOf).join(', ')],
    ] as const;
  const arrival = phrases.dateWithWeekday(booking.arrival);
  const departure = phrases.dateWithWeekday(booking.departure);
  const [from, until] = [hotel.checkInFrom, hotel.checkOutTo];
  const stay = {
    heading: say('stay'),
    facts: facts(
      [say('arrival'), from === null ? arrival : say('arrival.from', { time: from })],
      [say('departure'), until === null ? departure : say('departure.until', { time: until })],
      [say('length'), phrases.nights],
      [say('hotel'), oneLine(hotel.name)],
      [say('address'), phrases.address],
      [say('visitType'), name(booking.visitType)],
      ...(others.length === 0 ? ofRoom(booking) : []),
    ),
  };
  const rooms = others.length === 0 ? [] : roomsOf(mail);
  return [
    stay,
    ...rooms.map((room, index) => ({
      heading: say('room.number', { number: String(index + 1) }),
      facts: facts([say('reference'), formatReference(room.reference)], ...ofRoom(room)),
    })),
  ];
}

/** The price line by line; of several rooms that of each one after another, and the total of all. */
function priceSection(mail: BookingMail, { say, money, name, reduction, total }: Phrases): Section {
  const { others } = mail;
  const linesOf = (room: MailedBooking, index: number) => [
    {
      label:
        others.length === 0
          ? say('price.base')
          : `${say('room.number', { number: String(index + 1) })}: ${say('price.base')}`,
      amount: money(room.baseMinor),
    },
    ...room.reductions.map((line) => ({
      label: say('price.reduction', { name: name(line.name), percentage: reduction(line.basisPoints) }),
      amount: money(-line.amountMinor),
    })),
  ];
  return {
    heading: say('price'),
    lines: roomsOf(mail).flatMap(linesOf),
    total: { label: say('price.total'), amount: total },
  };
}

function isOpen({ status }: MailedBooking): boolean {
  return status === 'CONFIRMED' || status === 'REQUESTED';
}

/** When, how and to whom to pay, and with whom and on what terms the contract is; null: the catalogue says nothing. */
function paymentSection({ booking, terms }: BookingMail, { say, name }: Phrases): MaybeSection {
  const sentences = [terms.paymentTerms, booking.hotel.touristTax].map(name).filter((text) => text !== '');
  const found = facts([say('seller'), terms.seller], [say('terms'), name(terms.termsUrl), (url) => url]);
  if (sentences.length === 0 && found.length === 0) return null;
  return { heading: say('payment'), sentences, facts: found };
}

/** Only what holds from the day of the event on. */
function cancellationSection(mail: BookingMail, { say, money, date }: Phrases): Section {
  const { today, booking } = mail;
  const { arrival } = booking;
  const fees = feesTogether(roomsOf(mail).map(({ cancellation }) => cancellation));
  const sentences = wordCancellation(
    { fees, arrival, today },
    {
      free: (lastDay) => say('cancellation.free', { date: date(lastDay) }),
      now: (feeMinor) => say('cancellation.now', { fee: money(feeMinor) }),
      from: (day, feeMinor) => say('cancellation.from', { date: date(day), fee: money(feeMinor) }),
      over: () => say('cancellation.over'),
    },
  );
  return { heading: say('cancellation'), sentences };
}

/** The way back to the booking, of several rooms to each (A11). */
function linkSection(mail: BookingMail, { say }: Phrases): MaybeSection {
  const linked = roomsOf(mail).flatMap(({ link, reference }) => (link === null ? [] : [{ link, reference }]));
  if (linked.length === 0) return null;
  return {
    heading: say('link'),
    sentences: [say('link.text')],
    facts: linked.map(({ link, reference }) => ({
      ...{ label: formatReference(reference), value: link, href: link, linkText: say('link.open') },
    })),
  };
}

function contactSection({ hotel }: MailedBooking, { say }: Phrases): Section {
  return {
    heading: say('contact'),
    sentences: [say('contact.text')],
    facts: facts([say('phone'), hotel.phone, phoneHref], [say('email'), hotel.email, mailHref]),
  };
}

type MaybeFact = readonly [label: string, value: string | null, href?: (value: string) => string];

/** Drops facts that have no value. */
function facts(...all: readonly MaybeFact[]): Fact[] {
  return all.flatMap(([label, value, href]) =>
    value === null || value === '' ? [] : [{ label, value, ...(href && { href: href(value) }) }],
  );
}
