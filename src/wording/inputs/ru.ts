import { counted, countedNights } from '../../domain/text/shown.ts';
import { sayValue } from '../speech.ts';
import type { InputTexts } from '../texts.ts';

// In the genitive, after “не больше”.
const characters = counted('ru', { one: 'символа', other: 'символов' });
const changes = counted('ru', { one: 'изменения', other: 'изменений' });
const days = counted('ru', { one: 'дня', other: 'дней' });
const webhooks = counted('ru', { one: 'вебхука', other: 'вебхуков' });
const nights = countedNights.ru;

const TYPES: Readonly<Record<string, string>> = {
  object: 'объект',
  array: 'список',
  boolean: 'true или false',
  int: 'целое число',
  number: 'число',
  string: 'текст',
};

export const ru: InputTexts = {
  required: () => 'Это обязательное поле.',
  requiredToBind: () => 'Для окончательного бронирования это обязательное поле.',
  oneRequired: ({ fields }, say) => `Нужно указать ${say.or(fields)}.`,
  requiredBeside: ({ fields, scopes }, say) =>
    `Вместе с ${say.list(fields)} это обязательное поле${scopes.length === 0 ? '' : `, если у ключа API нет права ${say.or(scopes)}`}.`,
  wrongType: ({ expected: [type] }) => `Ожидается ${TYPES[type] ?? type}.`,
  wrongValue: () => 'Неверное значение.',
  notListed: ({ expected }, say) => `Возможные значения: ${say.list(expected)}.`,
  notAKey: ({ maximum }) => `Ожидается от 1 до ${maximum} видимых символов ASCII.`,
  excluded: ({ fields }, say) => `Нельзя указывать вместе с ${say.list(fields)}.`,
  wrongScheme: ({ expected }, say) => `Ожидается адрес, который начинается с ${say.or(expected)}.`,
  hasCredentials: () => 'В адресе не должно быть имени пользователя и пароля.',
  hasFragment: () => 'В адресе не должно быть части после знака #.',
  unknownHost: () => 'Сервера с таким адресом нет.',
  privateHost: () => 'Адрес должен быть общедоступным.',
  notAnInteger: () => 'Ожидается целое число.',
  notAnId: () => 'Ожидается целое число или ObjectId (24 шестнадцатеричные цифры).',
  notADate: () => 'Ожидается существующая дата в виде ГГГГ-ММ-ДД.',
  notAnEmail: ({ maximum }) =>
    maximum === null
      ? 'Укажите действительный адрес электронной почты.'
      : `Укажите действительный адрес электронной почты, не больше ${characters(maximum)}.`,
  notACountry: () => 'Ожидается код страны по ISO 3166-1 alpha-3, например CZE.',
  notAReference: () =>
    'Это не номер бронирования: в нём восемь знаков, как 0000-0000; последний не подходит к остальным.',
  notAName: () => 'Имя не должно содержать адрес страницы или почты; после точки поставьте пробел.',
  notAPhone: () => 'Номер телефона должен содержать цифры.',
  blank: () => 'Поле не должно быть пустым: хотя бы один символ должен быть виден.',
  tooLong: ({ maximum }) => `Не больше ${characters(maximum)}.`,
  controlCharacter: () =>
    'Не допускаются управляющие символы, разделители строк и символы, меняющие направление текста.',
  halfCharacter: () => 'Не допускается половина символа (суррогатной пары).',
  outOfRange({ minimum, maximum, value }, say) {
    const not = value === null ? '' : `, а не ${say.number(value)}`;
    if (minimum === null) return `Допустимо не больше ${say.number(maximum!)}${not}.`;
    if (maximum === null) return `Допустимо не меньше ${say.number(minimum)}${not}.`;
    return `Допустимо от ${say.number(minimum)} до ${say.number(maximum)}${not}.`;
  },
  wrongCount: ({ minimum, maximum, value }, say) =>
    `Допустимо от ${say.number(minimum)} до ${changes(maximum)}, а не ${say.number(value)}.`,
  outOfDates: ({ earliest, latest, date }, say) =>
    `Дата должна быть с ${say.date(earliest)} по ${say.date(latest)}, а не ${say.date(date)}.`,
  tooManyWebhooks: ({ maximum }) => `У клиента может быть не больше ${webhooks(maximum)}.`,
  inTheFuture: () => 'Дата не должна быть в будущем.',
  tooLongAgo: ({ earliest }, say) => `Дата не должна быть раньше ${say.date(earliest)}.`,
  repeatedGuest: ({ guest }) => `Гость ${guest} указан несколько раз.`,
  notAfter: ({ from, to }, say) => `Дата ${say.date(to)} должна быть позже ${say.date(from)}.`,
  before: ({ from, to }, say) => `Дата ${say.date(to)} не должна быть раньше ${say.date(from)}.`,
  firstAfterLast: ({ from, to }, say) => `Первый день ${say.date(from)} позже последнего ${say.date(to)}.`,
  beforeField: ({ fields: [field] }) => `Не должно быть раньше ${field}.`,
  tooManyDays: ({ maximum, value, from, to }, say) =>
    `Календарь показывает не больше ${days(maximum)}; с ${say.date(from)} по ${say.date(to)} их ${say.number(value)}.`,
  tooManyDaysWithStays: ({ maximum, value, from, to }, say) =>
    `Календарь с вариантами проживания показывает не больше ${days(maximum)}; с ${say.date(from)} по ${say.date(to)} их ${say.number(value)}.`,
  tooManyNights: ({ maximum, value }, say) =>
    `В изменениях ${nights(value)}; допустимо не больше ${say.number(maximum)}.`,
  minimumAboveMaximum: ({ value, maximum, fields: [field] }, say) =>
    `Значение ${say.number(value)} больше максимума ${say.number(maximum)} (${field}).`,
  belowSold({ value, sold, includesHeld, nights: count, firstNight }, say) {
    const what = includesHeld ? 'продано и удерживается' : 'продано';
    const most = count === 1 ? '' : 'до ';
    const where = count === 1 ? say.date(firstNight) : `(${nights(count)} с ${say.date(firstNight)})`;
    return `Значение ${say.number(value)} меньше того, что ${what}: ${most}${say.number(sold)}, ${where}.`;
  },
  overlapsSeason: ({ season }, say) =>
    `Пересекается с сезоном ${say.range(season)}, который нельзя делить: укажите его целиком.`,
  overlapsPriceList({ currency, nights: length, roomType, priceList, season, otherPriceList, otherSeason }, say) {
    const what = length === null ? 'цена за ночь' : `пакет (${nights(length)})`;
    return `На эти ночи есть цены в другом прайс-листе: ${what} в ${currency} для типа номера ${roomType} в прайс-листе ${priceList} (${say.range(season)}) пересекается с прайс-листом ${otherPriceList} (${say.range(otherSeason)}).`;
  },
  notSoldThere: ({ roomType, hotel }) =>
    `Тип номера ${roomType} относится к отелю ${hotel}, в котором эта программа не продаётся.`,
  notAsHeld: ({ held }, say) => `Удерживается: ${sayValue(held, say)}. Забронировать можно только это.`,
  notACursor: () => 'Это не курсор: возьмите его без изменений с предыдущей страницы.',
  cursorChanged: () => 'Этот курсор изменён или получен не от этой службы.',
  cursorOfResource: ({ resource, expectedResource }) =>
    `Этот курсор относится к списку ${resource}, а не к ${expectedResource}.`,
  cursorOfSortMode: ({ mode, expectedMode }) => `Этот курсор для сортировки ${mode}, а не для ${expectedMode}.`,
  cursorOfValues: ({ expectedMode }) =>
    `Значение lastSortValue этого курсора другого типа, чем значения сортировки ${expectedMode}.`,
};
