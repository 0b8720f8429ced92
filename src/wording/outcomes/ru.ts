import { counted, countedNights } from '../../domain/text/shown.ts';
import { type Window, waitIn, windowOf } from '../speech.ts';
import type { Missing, OutcomeTexts } from '../texts.ts';

const nights = countedNights.ru;
const beds = counted('ru', { one: 'место', few: 'места', other: 'мест' });
const guests = counted('ru', { one: 'гость', few: 'гостя', other: 'гостей' });
const wait = waitIn({
  seconds: counted('ru', { one: 'секунду', few: 'секунды', other: 'секунд' }),
  minutes: counted('ru', { one: 'минуту', few: 'минуты', other: 'минут' }),
  hours: counted('ru', { one: 'час', few: 'часа', other: 'часов' }),
});
const PER: Readonly<Record<Window, string>> = { MINUTE: 'за минуту', HOUR: 'за час', DAY: 'за день' };
const stays = counted('ru', { one: 'проживание', few: 'проживания', other: 'проживаний' });

const SUBJECTS: Readonly<Record<Missing['subject'], string>> = {
  visitType: 'программа',
  hotel: 'отель',
  roomType: 'тип номера',
  loyaltyProgram: 'программа лояльности',
  priceList: 'прайс-лист',
  hold: 'действующее удержание',
  booking: 'бронирование',
  webhook: 'вебхук',
  delivery: 'доставка',
};

export const ru: OutcomeTexts = {
  invalidInput: 'Данные указаны неверно.',
  moreProblems: 'Другие ошибки здесь не названы.',
  notFound: ({ subject, id }) => `Не найдено: ${SUBJECTS[subject]}${id === null ? ' с таким ID' : ` ${id}`}.`,
  stayNotAllowed: {
    ROOM_TYPE_OF_OTHER_HOTEL: ({ roomType, hotel }) => `Тип номера ${roomType} не относится к отелю ${hotel}.`,
    NOT_SOLD_IN_HOTEL: ({ visitType, roomType, hotel }) =>
      `Программа ${visitType} не продаётся в отеле ${hotel}, к которому относится тип номера ${roomType}.`,
    NOT_ON_SALE({ sellingFrom, sellingTo, today }, say) {
      const from = sellingFrom === null ? '' : ` с ${say.date(sellingFrom)}`;
      const to = sellingTo === null ? '' : ` по ${say.date(sellingTo)}`;
      return `Забронировать можно${from}${to}; сегодня ${say.date(today)}.`;
    },
    IN_THE_PAST: ({ arrival, today }, say) =>
      `День заезда ${say.date(arrival)} уже прошёл; сегодня ${say.date(today)}.`,
    BEYOND_HORIZON: ({ latestNight, lastNight }, say) =>
      `Продаются ночи по ${say.date(latestNight)}; последняя ночь проживания ${say.date(lastNight)}.`,
    TOO_SHORT: ({ nights: count, minNights }) =>
      `Минимальный срок проживания: ${nights(minNights)}; здесь ${nights(count)}.`,
    TOO_LONG: ({ nights: count, maxNights }) =>
      `Максимальный срок проживания: ${nights(maxNights)}; здесь ${nights(count)}.`,
    NOT_WHOLE_WEEKS: ({ nights: count }) => `Продаётся целыми неделями; здесь ${nights(count)}.`,
    STARTING_DAY: ({ arrival, weekday, weekdays }, say) =>
      `Возможные дни заезда: ${say.or(weekdays.map(say.weekday))}; ${say.date(arrival)} — ${say.weekday(weekday)}.`,
    TIME_CONSTRAINTS: ({ arrival, lastNight, ranges }, say) =>
      `Все ночи должны быть в одном из сроков: ${say.list(ranges.map(say.range))}; запрошено: ${say.range({ from: arrival, to: lastNight })}.`,
  },
  notPriced: ({ currencies, firstNight, roomType }, say) =>
    `Нет цены в ${say.or(currencies)}: на ночь ${say.date(firstNight)} для типа номера ${roomType} цена не указана.`,
  otherLengths: (nights) => `Возможное число ночей с этого дня: ${nights}.`,
  loyaltyNotApplicable: {
    LOYALTY_NOT_APPLICABLE: ({ program }) => `Программа лояльности ${program} не действует для этого проживания.`,
    GUEST_BEYOND_BEDS: ({ program, guest, beds: count }) =>
      `Программа лояльности ${program} указана для гостя ${guest}; в номере ${beds(count)}.`,
  },
  noCapacity: ({ roomType, firstNight }, say) =>
    `Тип номера ${roomType}: на ночь ${say.date(firstNight)} свободных номеров нет.`,
  onDemandOnly: ({ visitType }) =>
    `Программу ${visitType} можно только запросить; отправьте запрос, он ни к чему не обязывает.`,
  guestCount: ({ guests: count, beds: most }) =>
    count === 0
      ? `Укажите хотя бы одного гостя; в номере ${beds(most)}.`
      : `В номере ${beds(most)}; указано: ${guests(count)}.`,
  priceChanged: ({ currency, amountMinor, expectedMinor }, say) =>
    `Цена проживания изменилась: ${say.money(amountMinor, currency)}, ожидалось ${say.money(expectedMinor, currency)}.`,
  idempotency: {
    IDEMPOTENCY_KEY_REUSED: 'Этот ключ идемпотентности уже использован для другого запроса.',
    IDEMPOTENCY_IN_PROGRESS:
      'Первый запрос с этим ключом идемпотентности ещё выполняется; отправьте его позже ещё раз.',
  },
  tooManyRequests: {
    HOTEL_REQUESTS: ({ hotel, retryAfterSeconds }) =>
      `Для отеля ${hotel} с этим адресом электронной почты пришло слишком много запросов за минуту; попробуйте ещё раз через ${wait(retryAfterSeconds)}.`,
    ADDRESS_BOOKINGS: ({ most, windowSeconds, retryAfterSeconds }, say) =>
      `С одного подключения к интернету ${PER[windowOf(windowSeconds)]} бронирований и запросов принимается не больше ${say.number(most)}; попробуйте ещё раз через ${wait(retryAfterSeconds)} или обратитесь в отель.`,
    EMAIL_BOOKINGS: ({ most, windowSeconds, retryAfterSeconds }, say) =>
      `С одним адресом электронной почты ${PER[windowOf(windowSeconds)]} бронирований и запросов принимается не больше ${say.number(most)}; попробуйте ещё раз через ${wait(retryAfterSeconds)} или обратитесь в отель.`,
    ADDRESS_ROOM_NIGHTS: ({ most, retryAfterSeconds }, say) =>
      `С одного подключения к интернету за день можно забронировать или удержать ночей: не больше ${say.number(most)}; попробуйте ещё раз через ${wait(retryAfterSeconds)} или отправьте запрос, который не занимает номер.`,
    BOOKING_CHANGES: ({ most, retryAfterSeconds }, say) =>
      `Изменений бронирования за день может быть не больше ${say.number(most)}; попробуйте ещё раз через ${wait(retryAfterSeconds)} или обратитесь в отель.`,
  },
  tooManyHolds: ({ open, holder, limit }, say) =>
    `Удерживается для ${holder === 'address' ? 'этого адреса' : 'клиента'}: ${stays(open)}; допустимо ${say.number(limit)}. Забронируйте или освободите одно из них либо подождите, пока срок одного истечёт.`,
  conflict: 'Тем временем кто-то внёс изменения: сохранено не то, что ожидалось. Ничего не изменено.',
  cannot: {
    notCancellable: (found) => `Бронирование нельзя отменить: ${found}.`,
    notConfirmable: (found) => `Бронирование нельзя подтвердить: ${found}.`,
    notDeclinable: (found) => `Бронирование нельзя отклонить: ${found}.`,
  },
  found: {
    CONFIRMED: 'оно подтверждено',
    REQUESTED: 'это запрос',
    DECLINED: 'оно отклонено',
    CANCELLED: 'оно отменено',
    EXPIRED: 'срок запроса истёк: до конца дня заезда на него не ответили',
    ARRIVED: 'проживание уже началось',
    DEPARTED: 'проживание уже закончилось',
  },
};
