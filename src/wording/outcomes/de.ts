import { counted, countedNights } from '../../domain/text/shown.ts';
import { type Window, waitIn, windowOf } from '../speech.ts';
import type { Missing, OutcomeTexts } from '../texts.ts';

const nights = countedNights.de;
const beds = counted('de', { one: 'Bett', other: 'Betten' });
const guests = counted('de', { one: 'Gast', other: 'Gäste' });
const wait = waitIn({
  seconds: counted('de', { one: 'Sekunde', other: 'Sekunden' }),
  minutes: counted('de', { one: 'Minute', other: 'Minuten' }),
  hours: counted('de', { one: 'Stunde', other: 'Stunden' }),
});
const PER: Readonly<Record<Window, string>> = { MINUTE: 'pro Minute', HOUR: 'pro Stunde', DAY: 'pro Tag' };
const stays = counted('de', { one: 'Aufenthalt', other: 'Aufenthalte' });

const SUBJECTS: Readonly<Record<Missing['subject'], string>> = {
  visitType: 'Aufenthaltsart',
  hotel: 'Hotel',
  roomType: 'Zimmertyp',
  loyaltyProgram: 'Treueprogramm',
  priceList: 'Preisliste',
  hold: 'Gültige Vormerkung',
  booking: 'Buchung',
  webhook: 'Webhook',
  delivery: 'Zustellung',
};

export const de: OutcomeTexts = {
  invalidInput: 'Die Angaben sind nicht in Ordnung.',
  moreProblems: 'Weitere Fehler sind hier nicht genannt.',
  notFound: ({ subject, id }) => `${SUBJECTS[subject]}${id === null ? ' mit dieser ID' : ` ${id}`} nicht gefunden.`,
  stayNotAllowed: {
    ROOM_TYPE_OF_OTHER_HOTEL: ({ roomType, hotel }) => `Zimmertyp ${roomType} gehört nicht zu Hotel ${hotel}.`,
    NOT_SOLD_IN_HOTEL: ({ visitType, roomType, hotel }) =>
      `Aufenthaltsart ${visitType} wird in Hotel ${hotel}, zu dem Zimmertyp ${roomType} gehört, nicht verkauft.`,
    NOT_ON_SALE({ sellingFrom, sellingTo, today }, say) {
      const from = sellingFrom === null ? '' : ` ab ${say.date(sellingFrom)}`;
      const to = sellingTo === null ? '' : ` bis ${say.date(sellingTo)}`;
      return `Buchbar${from}${to}; heute ist der ${say.date(today)}.`;
    },
    IN_THE_PAST: ({ arrival, today }, say) =>
      `Der Anreisetag ${say.date(arrival)} ist vorbei; heute ist der ${say.date(today)}.`,
    BEYOND_HORIZON: ({ latestNight, lastNight }, say) =>
      `Verkauft werden Nächte bis ${say.date(latestNight)}; die letzte Nacht wäre die vom ${say.date(lastNight)}.`,
    TOO_SHORT: ({ nights: count, minNights }) =>
      `Der kürzeste Aufenthalt hat ${nights(minNights)}; dieser hat ${nights(count)}.`,
    TOO_LONG: ({ nights: count, maxNights }) =>
      `Der längste Aufenthalt hat ${nights(maxNights)}; dieser hat ${nights(count)}.`,
    NOT_WHOLE_WEEKS: ({ nights: count }) => `Verkauft wird in ganzen Wochen; dieser Aufenthalt hat ${nights(count)}.`,
    STARTING_DAY: ({ arrival, weekday, weekdays }, say) =>
      `Anreisetage: ${say.or(weekdays.map(say.weekday))}; der ${say.date(arrival)} ist ein ${say.weekday(weekday)}.`,
    TIME_CONSTRAINTS: ({ arrival, lastNight, ranges }, say) =>
      `Alle Nächte müssen in einem dieser Zeiträume liegen: ${say.list(ranges.map(say.range))}; gewünscht: ${say.range({ from: arrival, to: lastNight })}.`,
  },
  notPriced: ({ currencies, firstNight, roomType }, say) =>
    `Kein Preis in ${say.or(currencies)}: Die Nacht vom ${say.date(firstNight)} hat für Zimmertyp ${roomType} keinen Preis.`,
  otherLengths: (nights) => `Mögliche Anzahl Nächte ab diesem Tag: ${nights}.`,
  loyaltyNotApplicable: {
    LOYALTY_NOT_APPLICABLE: ({ program }) => `Treueprogramm ${program} gilt nicht für diese Aufenthaltsart.`,
    GUEST_BEYOND_BEDS: ({ program, guest, beds: count }) =>
      `Treueprogramm ${program} ist für Gast ${guest} angegeben; das Zimmer hat ${beds(count)}.`,
  },
  noCapacity: ({ roomType, firstNight }, say) =>
    `Zimmertyp ${roomType}: In der Nacht vom ${say.date(firstNight)} ist kein Zimmer mehr frei.`,
  onDemandOnly: ({ visitType }) =>
    `Aufenthaltsart ${visitType} kann nur angefragt werden; senden Sie eine unverbindliche Anfrage.`,
  guestCount: ({ guests: count, beds: most }) =>
    count === 0
      ? `Nennen Sie mindestens einen Gast; das Zimmer hat ${beds(most)}.`
      : `Das Zimmer hat ${beds(most)}; genannt: ${guests(count)}.`,
  priceChanged: ({ currency, amountMinor, expectedMinor }, say) =>
    `Der Preis des Aufenthalts hat sich geändert: ${say.money(amountMinor, currency)} statt der erwarteten ${say.money(expectedMinor, currency)}.`,
  idempotency: {
    IDEMPOTENCY_KEY_REUSED: 'Dieser Idempotenzschlüssel wurde für eine andere Anfrage benutzt.',
    IDEMPOTENCY_IN_PROGRESS:
      'Die erste Anfrage mit diesem Idempotenzschlüssel läuft noch; senden Sie sie später noch einmal.',
  },
  tooManyRequests: {
    HOTEL_REQUESTS: ({ hotel, retryAfterSeconds }) =>
      `Für Hotel ${hotel} kamen mit dieser E-Mail-Adresse zu viele Anfragen in einer Minute; versuchen Sie es in ${wait(retryAfterSeconds)} noch einmal.`,
    ADDRESS_BOOKINGS: ({ most, windowSeconds, retryAfterSeconds }, say) =>
      `Von einem Internetanschluss werden ${PER[windowOf(windowSeconds)]} höchstens ${say.number(most)} Buchungen und Anfragen angenommen; versuchen Sie es in ${wait(retryAfterSeconds)} noch einmal, oder fragen Sie das Hotel.`,
    EMAIL_BOOKINGS: ({ most, windowSeconds, retryAfterSeconds }, say) =>
      `Mit einer E-Mail-Adresse werden ${PER[windowOf(windowSeconds)]} höchstens ${say.number(most)} Buchungen und Anfragen angenommen; versuchen Sie es in ${wait(retryAfterSeconds)} noch einmal, oder fragen Sie das Hotel.`,
    ADDRESS_ROOM_NIGHTS: ({ most, retryAfterSeconds }, say) =>
      `Von einem Internetanschluss werden pro Tag höchstens ${say.number(most)} Nächte gebucht oder vorgemerkt; versuchen Sie es in ${wait(retryAfterSeconds)} noch einmal, oder senden Sie eine Anfrage, die kein Zimmer belegt.`,
    BOOKING_CHANGES: ({ most, retryAfterSeconds }, say) =>
      `Eine Buchung wird pro Tag höchstens ${say.number(most)}-mal geändert; versuchen Sie es in ${wait(retryAfterSeconds)} noch einmal, oder fragen Sie das Hotel.`,
  },
  tooManyHolds: ({ open, holder, limit }, say) =>
    `Vorgemerkt für ${holder === 'address' ? 'diese Adresse' : 'den Client'}: ${stays(open)}; erlaubt sind ${say.number(limit)}. Buchen oder lösen Sie eine Vormerkung, oder warten Sie, bis eine abläuft.`,
  conflict: 'Inzwischen hat jemand etwas geändert: Gespeichert ist etwas anderes als erwartet. Nichts wurde geändert.',
  cannot: {
    notCancellable: (found) => `Die Buchung kann nicht storniert werden: ${found}.`,
    notConfirmable: (found) => `Die Buchung kann nicht bestätigt werden: ${found}.`,
    notDeclinable: (found) => `Die Buchung kann nicht abgelehnt werden: ${found}.`,
  },
  found: {
    CONFIRMED: 'sie ist bestätigt',
    REQUESTED: 'sie ist eine Anfrage',
    DECLINED: 'sie wurde abgelehnt',
    CANCELLED: 'sie wurde storniert',
    EXPIRED: 'sie ist verfallen, weil sie bis zum Ende des Anreisetags nicht beantwortet wurde',
    ARRIVED: 'der Aufenthalt hat begonnen',
    DEPARTED: 'der Aufenthalt ist vorbei',
  },
};
