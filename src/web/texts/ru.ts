import { counted, countedNights } from '../../domain/text/shown.ts';
import type { CommonTexts } from './en.ts';

export const ru: CommonTexts = {
  skip: 'Перейти к содержанию',
  ways: 'Страницы',
  close: 'Закрыть',
  back: 'Назад',
  loading: 'Загрузка …',
  sending: 'Отправка …',
  tryAgain: 'Попробовать ещё раз',
  copy: 'Копировать',
  copied: 'Скопировано',
  nights: countedNights.ru,
  beds: counted('ru', { one: 'место', few: 'места', other: 'мест' }),
  guests: counted('ru', { one: 'гость', few: 'гостя', other: 'гостей' }),
  key: 'Ключ API',
  keyNote: 'Он остаётся только в этом окне браузера.',
  keyUse: 'Использовать этот ключ',
  otherKey: 'Ввести другой ключ',
  required: 'Пожалуйста, заполните это поле.',
  errors: {
    UNREACHABLE: 'Сервер недоступен. Проверьте соединение и попробуйте ещё раз.',
    UNAUTHENTICATED: 'Этот ключ не принят.',
    FORBIDDEN: 'Этот ключ этого не позволяет.',
    RATE_LIMITED: 'Слишком много запросов. Подождите минуту и попробуйте ещё раз.',
    SERVICE_UNAVAILABLE: 'Сервис занят. Попробуйте чуть позже.',
  },
  otherError: (code) => `Не получилось (${code}).`,
};
