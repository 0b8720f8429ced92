import { counted, countedNights } from '../../domain/text/shown.ts';
import { type Window, waitIn, windowOf } from '../speech.ts';
import type { Missing, OutcomeTexts } from '../texts.ts';

const nights = countedNights.cs_CZ;
const beds = counted('cs', { one: 'lůžko', few: 'lůžka', other: 'lůžek' });
const guests = counted('cs', { one: 'host', few: 'hosté', other: 'hostů' });
const wait = waitIn({
  seconds: counted('cs', { one: 'sekundu', few: 'sekundy', other: 'sekund' }),
  minutes: counted('cs', { one: 'minutu', few: 'minuty', other: 'minut' }),
  hours: counted('cs', { one: 'hodinu', few: 'hodiny', other: 'hodin' }),
});
const PER: Readonly<Record<Window, string>> = { MINUTE: 'za minutu', HOUR: 'za hodinu', DAY: 'za den' };
const stays = counted('cs', { one: 'pobyt', few: 'pobyty', other: 'pobytů' });

const SUBJECTS: Readonly<Record<Missing['subject'], string>> = {
  visitType: 'Typ pobytu',
  hotel: 'Hotel',
  roomType: 'Typ pokoje',
  loyaltyProgram: 'Věrnostní program',
  priceList: 'Ceník',
  hold: 'Platné podržení',
  booking: 'Rezervace',
  webhook: 'Webhook',
  delivery: 'Doručení',
};

export const cs: OutcomeTexts = {
  invalidInput: 'Zadané údaje nejsou v pořádku.',
  moreProblems: 'Další chyby zde nejsou uvedeny.',
  notFound: ({ subject, id }) => `${SUBJECTS[subject]}${id === null ? ' s tímto ID' : ` ${id}`} neexistuje.`,
  stayNotAllowed: {
    ROOM_TYPE_OF_OTHER_HOTEL: ({ roomType, hotel }) => `Typ pokoje ${roomType} nepatří k hotelu ${hotel}.`,
    NOT_SOLD_IN_HOTEL: ({ visitType, roomType, hotel }) =>
      `Typ pobytu ${visitType} se neprodává v hotelu ${hotel}, k němuž patří typ pokoje ${roomType}.`,
    NOT_ON_SALE({ sellingFrom, sellingTo, today }, say) {
      const from = sellingFrom === null ? '' : ` od ${say.date(sellingFrom)}`;
      const to = sellingTo === null ? '' : ` do ${say.date(sellingTo)}`;
      return `Pobyt lze rezervovat${from}${to}; dnes je ${say.date(today)}.`;
    },
    IN_THE_PAST: ({ arrival, today }, say) => `Den příjezdu ${say.date(arrival)} už minul; dnes je ${say.date(today)}.`,
    BEYOND_HORIZON: ({ latestNight, lastNight }, say) =>
      `Prodávají se noci do ${say.date(latestNight)}; poslední noc pobytu je ${say.date(lastNight)}.`,
    TOO_SHORT: ({ nights: count, minNights }) => `Nejkratší pobyt: ${nights(minNights)}; tento má ${nights(count)}.`,
    TOO_LONG: ({ nights: count, maxNights }) => `Nejdelší pobyt: ${nights(maxNights)}; tento má ${nights(count)}.`,
    NOT_WHOLE_WEEKS: ({ nights: count }) => `Prodává se po celých týdnech; tento pobyt má ${nights(count)}.`,
    STARTING_DAY: ({ arrival, weekday, weekdays }, say) =>
      `Možné dny příjezdu: ${say.or(weekdays.map(say.weekday))}; ${say.date(arrival)} je ${say.weekday(weekday)}.`,
    TIME_CONSTRAINTS: ({ arrival, lastNight, ranges }, say) =>
      `Všechny noci musí být v jednom z termínů: ${say.list(ranges.map(say.range))}; požadováno: ${say.range({ from: arrival, to: lastNight })}.`,
  },
  notPriced: ({ currencies, firstNight, roomType }, say) =>
    `Cena v ${say.or(currencies)} není k dispozici: noc ${say.date(firstNight)} nemá pro typ pokoje ${roomType} cenu.`,
  otherLengths: (nights) => `Možný počet nocí od tohoto dne: ${nights}.`,
  loyaltyNotApplicable: {
    LOYALTY_NOT_APPLICABLE: ({ program }) => `Věrnostní program ${program} pro tento typ pobytu neplatí.`,
    GUEST_BEYOND_BEDS: ({ program, guest, beds: count }) =>
      `Věrnostní program ${program} je uveden pro hosta ${guest}; pokoj má ${beds(count)}.`,
  },
  noCapacity: ({ roomType, firstNight }, say) =>
    `Typ pokoje ${roomType}: na noc ${say.date(firstNight)} už není volný pokoj.`,
  onDemandOnly: ({ visitType }) => `O typ pobytu ${visitType} lze jen požádat; pošlete nezávaznou poptávku.`,
  guestCount: ({ guests: count, beds: most }) =>
    count === 0
      ? `Uveďte alespoň jednoho hosta; pokoj má ${beds(most)}.`
      : `Pokoj má ${beds(most)}; uvedeno: ${guests(count)}.`,
  priceChanged: ({ currency, amountMinor, expectedMinor }, say) =>
    `Cena pobytu se změnila: stojí ${say.money(amountMinor, currency)}, očekáváno bylo ${say.money(expectedMinor, currency)}.`,
  idempotency: {
    IDEMPOTENCY_KEY_REUSED: 'Tento klíč idempotence byl použit pro jiný požadavek.',
    IDEMPOTENCY_IN_PROGRESS:
      'První požadavek s tímto klíčem idempotence se ještě zpracovává; pošlete ho znovu později.',
  },
  tooManyRequests: {
    HOTEL_REQUESTS: ({ hotel, retryAfterSeconds }) =>
      `Pro hotel ${hotel} přišlo s touto e-mailovou adresou příliš mnoho poptávek za minutu; zkuste to znovu za ${wait(retryAfterSeconds)}.`,
    ADDRESS_BOOKINGS: ({ most, windowSeconds, retryAfterSeconds }, say) =>
      `Z jednoho připojení k internetu přijímáme ${PER[windowOf(windowSeconds)]} nejvýše tolik rezervací a poptávek: ${say.number(most)}. Zkuste to znovu za ${wait(retryAfterSeconds)}, nebo se obraťte na hotel.`,
    EMAIL_BOOKINGS: ({ most, windowSeconds, retryAfterSeconds }, say) =>
      `Pod jednou e-mailovou adresou přijímáme ${PER[windowOf(windowSeconds)]} nejvýše tolik rezervací a poptávek: ${say.number(most)}. Zkuste to znovu za ${wait(retryAfterSeconds)}, nebo se obraťte na hotel.`,
    ADDRESS_ROOM_NIGHTS: ({ most, retryAfterSeconds }, say) =>
      `Z jednoho připojení k internetu lze za den rezervovat nebo podržet nejvýše tolik nocí: ${say.number(most)}. Zkuste to znovu za ${wait(retryAfterSeconds)}, nebo pošlete poptávku, která pokoj nezabere.`,
    BOOKING_CHANGES: ({ most, retryAfterSeconds }, say) =>
      `Rezervaci lze za den změnit nejvýše ${say.number(most)}krát; zkuste to znovu za ${wait(retryAfterSeconds)}, nebo se obraťte na hotel.`,
  },
  tooManyHolds: ({ open, holder, limit }, say) =>
    `Podrženo pro ${holder === 'address' ? 'tuto adresu' : 'klienta'}: ${stays(open)}; nejvýše ${say.number(limit)}. Některý rezervujte nebo uvolněte, nebo počkejte, až jeho podržení skončí.`,
  conflict: 'Mezitím to někdo změnil: uloženo je něco jiného, než se čekalo. Nic se nezměnilo.',
  cannot: {
    notCancellable: (found) => `Rezervaci nelze zrušit: ${found}.`,
    notConfirmable: (found) => `Rezervaci nelze potvrdit: ${found}.`,
    notDeclinable: (found) => `Rezervaci nelze odmítnout: ${found}.`,
  },
  found: {
    CONFIRMED: 'je potvrzena',
    REQUESTED: 'je to poptávka',
    DECLINED: 'byla odmítnuta',
    CANCELLED: 'byla zrušena',
    EXPIRED: 'její platnost skončila: nikdo na ni do konce dne příjezdu neodpověděl',
    ARRIVED: 'pobyt už začal',
    DEPARTED: 'pobyt už skončil',
  },
};
