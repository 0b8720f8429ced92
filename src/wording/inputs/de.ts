import { counted, countedNights } from '../../domain/text/shown.ts';
import { sayValue } from '../speech.ts';
import type { InputTexts } from '../texts.ts';

const characters = counted('de', { one: 'Zeichen', other: 'Zeichen' });
const changes = counted('de', { one: 'Änderung', other: 'Änderungen' });
const days = counted('de', { one: 'Tag', other: 'Tage' });
const webhooks = counted('de', { one: 'Webhook', other: 'Webhooks' });
const nights = countedNights.de;

const TYPES: Readonly<Record<string, string>> = {
  object: 'ein Objekt',
  array: 'eine Liste',
  boolean: 'true oder false',
  int: 'eine ganze Zahl',
  number: 'eine Zahl',
  string: 'ein Text',
};

export const de: InputTexts = {
  required: () => 'Diese Angabe fehlt.',
  requiredToBind: () => 'Für eine verbindliche Buchung ist diese Angabe nötig.',
  oneRequired: ({ fields }, say) => `Nötig ist ${say.or(fields)}.`,
  requiredBeside: ({ fields, scopes }, say) =>
    `Neben ${say.list(fields)} ist diese Angabe nötig${scopes.length === 0 ? '' : `, außer mit der Berechtigung ${say.or(scopes)}`}.`,
  wrongType: ({ expected: [type] }) => `Erwartet wird ${TYPES[type] ?? type}.`,
  wrongValue: () => 'Der Wert ist nicht richtig.',
  notListed: ({ expected }, say) => `Möglich sind: ${say.list(expected)}.`,
  notAKey: ({ maximum }) => `Erwartet werden 1 bis ${maximum} sichtbare ASCII-Zeichen.`,
  excluded: ({ fields }, say) => `Diese Angabe ist neben ${say.list(fields)} nicht möglich.`,
  wrongScheme: ({ expected }, say) => `Erwartet wird eine Adresse mit ${say.or(expected)}.`,
  hasCredentials: () => 'Die Adresse darf weder Benutzername noch Kennwort enthalten.',
  hasFragment: () => 'Die Adresse darf keinen Teil nach einem # haben.',
  unknownHost: () => 'Den Server in dieser Adresse gibt es nicht.',
  privateHost: () => 'Die Adresse muss öffentlich erreichbar sein.',
  notAnInteger: () => 'Erwartet wird eine ganze Zahl.',
  notAnId: () => 'Erwartet wird eine ganze Zahl oder eine ObjectId (24 Hexadezimalziffern).',
  notADate: () => 'Erwartet wird ein Datum, das es gibt, als JJJJ-MM-TT.',
  notAnEmail: ({ maximum }) =>
    maximum === null
      ? 'Erwartet wird eine gültige E-Mail-Adresse.'
      : `Erwartet wird eine gültige E-Mail-Adresse mit höchstens ${characters(maximum)}.`,
  notACountry: () => 'Erwartet wird der Ländercode nach ISO 3166-1 alpha-3, zum Beispiel CZE.',
  notAReference: () =>
    'Das ist keine Buchungsnummer: Sie hat acht Zeichen wie 0000-0000; das letzte passt nicht zu den übrigen.',
  notAName: () =>
    'Ein Name darf keine Adresse einer Seite und keine E-Mail-Adresse enthalten; schreiben Sie nach einem Punkt ein Leerzeichen.',
  notAPhone: () => 'Eine Telefonnummer muss Ziffern enthalten.',
  blank: () => 'Die Angabe darf nicht leer sein: Mindestens ein Zeichen muss sichtbar sein.',
  tooLong: ({ maximum }) => `Höchstens ${characters(maximum)}.`,
  controlCharacter: () =>
    'Steuerzeichen, Zeilentrenner und Zeichen, die die Schreibrichtung ändern, sind nicht erlaubt.',
  halfCharacter: () => 'Ein halbes Zeichen (eines Ersatzpaars) ist nicht erlaubt.',
  outOfRange({ minimum, maximum, value }, say) {
    const not = value === null ? '' : `, nicht ${say.number(value)}`;
    if (minimum === null) return `Höchstens ${say.number(maximum!)}${not}.`;
    if (maximum === null) return `Mindestens ${say.number(minimum)}${not}.`;
    return `Erlaubt ist ${say.number(minimum)} bis ${say.number(maximum)}${not}.`;
  },
  wrongCount: ({ minimum, maximum, value }, say) =>
    `Erlaubt sind ${say.number(minimum)} bis ${changes(maximum)}, nicht ${say.number(value)}.`,
  outOfDates: ({ earliest, latest, date }, say) =>
    `Das Datum muss zwischen ${say.date(earliest)} und ${say.date(latest)} liegen, nicht am ${say.date(date)}.`,
  tooManyWebhooks: ({ maximum }) => `Ein Client hat höchstens ${webhooks(maximum)}.`,
  inTheFuture: () => 'Das Datum darf nicht in der Zukunft liegen.',
  tooLongAgo: ({ earliest }, say) => `Das Datum darf nicht vor dem ${say.date(earliest)} liegen.`,
  repeatedGuest: ({ guest }) => `Gast ${guest} ist mehrmals genannt.`,
  notAfter: ({ from, to }, say) => `Der ${say.date(to)} muss nach dem ${say.date(from)} liegen.`,
  before: ({ from, to }, say) => `Der ${say.date(to)} darf nicht vor dem ${say.date(from)} liegen.`,
  firstAfterLast: ({ from, to }, say) => `Der erste Tag, ${say.date(from)}, liegt nach dem letzten, ${say.date(to)}.`,
  beforeField: ({ fields: [field] }) => `Der Wert darf nicht vor ${field} liegen.`,
  tooManyDays: ({ maximum, value, from, to }, say) =>
    `Ein Kalender zeigt höchstens ${days(maximum)}; ${say.date(from)} bis ${say.date(to)} sind ${say.number(value)}.`,
  tooManyDaysWithStays: ({ maximum, value, from, to }, say) =>
    `Ein Kalender mit Aufenthalten zeigt höchstens ${days(maximum)}; ${say.date(from)} bis ${say.date(to)} sind ${say.number(value)}.`,
  tooManyNights: ({ maximum, value }, say) =>
    `Die Änderungen haben ${nights(value)}; erlaubt sind höchstens ${say.number(maximum)}.`,
  minimumAboveMaximum: ({ value, maximum, fields: [field] }, say) =>
    `${say.number(value)} liegt über dem Höchstwert ${say.number(maximum)} (${field}).`,
  belowSold({ value, sold, includesHeld, nights: count, firstNight }, say) {
    const what = includesHeld ? 'als verkauft und vorgemerkt ist' : 'als verkauft ist';
    const most = count === 1 ? '' : 'bis zu ';
    const where = count === 1 ? `am ${say.date(firstNight)}` : `in ${nights(count)} ab dem ${say.date(firstNight)}`;
    return `${say.number(value)} ist weniger, ${what}: ${most}${say.number(sold)} ${where}.`;
  },
  overlapsSeason: ({ season }, say) =>
    `Überschneidet die Saison ${say.range(season)}, die nicht geteilt werden darf: Nennen Sie sie ganz.`,
  overlapsPriceList({ currency, nights: length, roomType, priceList, season, otherPriceList, otherSeason }, say) {
    const what = length === null ? 'der Preis pro Nacht' : `das Paket (${nights(length)})`;
    return `Eine andere Preisliste hat schon Preise für diese Nächte: ${what} in ${currency} für Zimmertyp ${roomType} in Preisliste ${priceList} (${say.range(season)}) überschneidet sich mit Preisliste ${otherPriceList} (${say.range(otherSeason)}).`;
  },
  notSoldThere: ({ roomType, hotel }) =>
    `Zimmertyp ${roomType} gehört zu Hotel ${hotel}, das diese Aufenthaltsart nicht verkauft.`,
  notAsHeld: ({ held }, say) => `Vorgemerkt ist: ${sayValue(held, say)}. Nur das kann gebucht werden.`,
  notACursor: () => 'Das ist kein Cursor: Übernehmen Sie ihn unverändert von der vorigen Seite.',
  cursorChanged: () => 'Dieser Cursor wurde verändert oder stammt nicht von diesem Dienst.',
  cursorOfResource: ({ resource, expectedResource }) =>
    `Dieser Cursor gehört zur Liste ${resource}, nicht zu ${expectedResource}.`,
  cursorOfSortMode: ({ mode, expectedMode }) =>
    `Dieser Cursor gilt für die Sortierung ${mode}, nicht für ${expectedMode}.`,
  cursorOfValues: ({ expectedMode }) =>
    `Der Wert lastSortValue dieses Cursors hat einen anderen Typ als die Werte der Sortierung ${expectedMode}.`,
};
