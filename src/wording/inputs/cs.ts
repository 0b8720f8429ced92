import { counted, countedNights } from '../../domain/text/shown.ts';
import { sayValue } from '../speech.ts';
import type { InputTexts } from '../texts.ts';

const characters = counted('cs', { one: 'znak', few: 'znaky', other: 'znaků' });
const changes = counted('cs', { one: 'změny', other: 'změn' });
const days = counted('cs', { one: 'den', few: 'dny', other: 'dnů' });
const webhooks = counted('cs', { one: 'webhook', few: 'webhooky', other: 'webhooků' });
const nights = countedNights.cs_CZ;

const TYPES: Readonly<Record<string, string>> = {
  object: 'objekt',
  array: 'seznam',
  boolean: 'true nebo false',
  int: 'celé číslo',
  number: 'číslo',
  string: 'text',
};

export const cs: InputTexts = {
  required: () => 'Tento údaj je povinný.',
  requiredToBind: () => 'Pro závaznou rezervaci je tento údaj povinný.',
  oneRequired: ({ fields }, say) => `Je třeba uvést ${say.or(fields)}.`,
  requiredBeside: ({ fields, scopes }, say) =>
    `Vedle ${say.list(fields)} je tento údaj povinný${scopes.length === 0 ? '' : `, pokud klíč API nemá oprávnění ${say.or(scopes)}`}.`,
  wrongType: ({ expected: [type] }) => `Musí to být ${TYPES[type] ?? type}.`,
  wrongValue: () => 'Hodnota není správná.',
  notListed: ({ expected }, say) => `Možné hodnoty: ${say.list(expected)}.`,
  notAKey: ({ maximum }) => `Musí to být 1 až ${maximum} viditelných znaků ASCII.`,
  excluded: ({ fields }, say) => `Nelze uvést spolu s ${say.list(fields)}.`,
  wrongScheme: ({ expected }, say) => `Musí to být adresa začínající na ${say.or(expected)}.`,
  hasCredentials: () => 'Adresa nesmí obsahovat uživatelské jméno ani heslo.',
  hasFragment: () => 'Adresa nesmí obsahovat část za znakem #.',
  unknownHost: () => 'Server v této adrese neexistuje.',
  privateHost: () => 'Musí to být veřejně dostupná adresa.',
  notAnInteger: () => 'Musí to být celé číslo.',
  notAnId: () => 'Musí to být celé číslo nebo ObjectId (24 šestnáctkových číslic).',
  notADate: () => 'Musí to být existující datum ve tvaru RRRR-MM-DD.',
  notAnEmail: ({ maximum }) =>
    maximum === null
      ? 'Zadejte platnou e-mailovou adresu.'
      : `Zadejte platnou e-mailovou adresu, nejvýše ${characters(maximum)}.`,
  notACountry: () => 'Musí to být kód země podle ISO 3166-1 alpha-3, například CZE.',
  notAReference: () => 'Toto není číslo rezervace: má osm znaků jako 0000-0000; poslední z nich neodpovídá ostatním.',
  notAName: () => 'Jméno nesmí obsahovat adresu stránky ani e-mailu; za tečku napište mezeru.',
  notAPhone: () => 'Telefonní číslo musí obsahovat číslice.',
  blank: () => 'Údaj nesmí být prázdný: alespoň jeden znak musí být vidět.',
  tooLong: ({ maximum }) => `Nejvýše ${characters(maximum)}.`,
  controlCharacter: () => 'Nesmí obsahovat řídicí znaky, oddělovače řádků ani znaky měnící směr textu.',
  halfCharacter: () => 'Nesmí obsahovat polovinu znaku (náhradního páru).',
  outOfRange({ minimum, maximum, value }, say) {
    const not = value === null ? '' : `, ne ${say.number(value)}`;
    if (minimum === null) return `Hodnota musí být nejvýše ${say.number(maximum!)}${not}.`;
    if (maximum === null) return `Hodnota musí být alespoň ${say.number(minimum)}${not}.`;
    return `Hodnota musí být od ${say.number(minimum)} do ${say.number(maximum)}${not}.`;
  },
  wrongCount: ({ minimum, maximum, value }, say) =>
    `Musí být uvedeno ${say.number(minimum)} až ${changes(maximum)}, ne ${say.number(value)}.`,
  outOfDates: ({ earliest, latest, date }, say) =>
    `Datum musí být od ${say.date(earliest)} do ${say.date(latest)}, ne ${say.date(date)}.`,
  tooManyWebhooks: ({ maximum }) => `Klient může mít nejvýše ${webhooks(maximum)}.`,
  inTheFuture: () => 'Datum nesmí být v budoucnosti.',
  tooLongAgo: ({ earliest }, say) => `Datum nesmí být před ${say.date(earliest)}.`,
  repeatedGuest: ({ guest }) => `Host ${guest} je uveden vícekrát.`,
  notAfter: ({ from, to }, say) => `Datum ${say.date(to)} musí být po ${say.date(from)}.`,
  before: ({ from, to }, say) => `Datum ${say.date(to)} nesmí být před ${say.date(from)}.`,
  firstAfterLast: ({ from, to }, say) => `První den ${say.date(from)} je až po posledním dni ${say.date(to)}.`,
  beforeField: ({ fields: [field] }) => `Nesmí být dříve než ${field}.`,
  tooManyDays: ({ maximum, value, from, to }, say) =>
    `Kalendář ukazuje nejvýše ${days(maximum)}; od ${say.date(from)} do ${say.date(to)} jich je ${say.number(value)}.`,
  tooManyDaysWithStays: ({ maximum, value, from, to }, say) =>
    `Kalendář s pobyty ukazuje nejvýše ${days(maximum)}; od ${say.date(from)} do ${say.date(to)} jich je ${say.number(value)}.`,
  tooManyNights: ({ maximum, value }, say) =>
    `Změny mají ${nights(value)}; nejvýše jich smí být ${say.number(maximum)}.`,
  minimumAboveMaximum: ({ value, maximum, fields: [field] }, say) =>
    `Hodnota ${say.number(value)} je větší než maximum ${say.number(maximum)} (${field}).`,
  belowSold({ value, sold, includesHeld, nights: count, firstNight }, say) {
    const what = includesHeld ? 'prodáno a podrženo' : 'prodáno';
    const where = count === 1 ? `v noci ${say.date(firstNight)}` : `(${nights(count)} od ${say.date(firstNight)})`;
    return `Hodnota ${say.number(value)} je nižší než to, co je ${what}: ${count === 1 ? '' : 'až '}${say.number(sold)} ${where}.`;
  },
  overlapsSeason: ({ season }, say) => `Překrývá sezónu ${say.range(season)}, kterou nelze rozdělit: uveďte ji celou.`,
  overlapsPriceList({ currency, nights: length, roomType, priceList, season, otherPriceList, otherSeason }, say) {
    const what = length === null ? 'cena za noc' : `balíček (${nights(length)})`;
    return `Některé noci už oceňuje jiný ceník: ${what} v ${currency} pro typ pokoje ${roomType} v ceníku ${priceList} (${say.range(season)}) se překrývá s ceníkem ${otherPriceList} (${say.range(otherSeason)}).`;
  },
  notSoldThere: ({ roomType, hotel }) =>
    `Typ pokoje ${roomType} patří k hotelu ${hotel}, který tento typ pobytu neprodává.`,
  notAsHeld: ({ held }, say) => `Podrženo je: ${sayValue(held, say)}. Rezervovat lze jen to.`,
  notACursor: () => 'Toto není kurzor: převezměte ho beze změny z předchozí stránky.',
  cursorChanged: () => 'Tento kurzor byl změněn, nebo nepochází z této služby.',
  cursorOfResource: ({ resource, expectedResource }) =>
    `Tento kurzor patří k seznamu ${resource}, ne k ${expectedResource}.`,
  cursorOfSortMode: ({ mode, expectedMode }) => `Tento kurzor je pro řazení ${mode}, ne pro ${expectedMode}.`,
  cursorOfValues: ({ expectedMode }) =>
    `Hodnota lastSortValue tohoto kurzoru je jiného typu než hodnoty řazení ${expectedMode}.`,
};
