import { counted, countedNights } from '../../domain/text/shown.ts';
import type { CommonTexts } from './en.ts';

export const cs: CommonTexts = {
  skip: 'Přejít k obsahu',
  ways: 'Stránky',
  close: 'Zavřít',
  back: 'Zpět',
  loading: 'Načítá se …',
  sending: 'Odesílá se …',
  tryAgain: 'Zkusit znovu',
  copy: 'Kopírovat',
  copied: 'Zkopírováno',
  nights: countedNights.cs_CZ,
  beds: counted('cs', { one: 'lůžko', few: 'lůžka', other: 'lůžek' }),
  guests: counted('cs', { one: 'host', few: 'hosté', other: 'hostů' }),
  key: 'Klíč API',
  keyNote: 'Zůstane jen v tomto okně prohlížeče.',
  keyUse: 'Použít tento klíč',
  otherKey: 'Použít jiný klíč',
  required: 'Vyplňte prosím toto pole.',
  errors: {
    UNREACHABLE: 'Server není dostupný. Zkontrolujte připojení a zkuste to znovu.',
    UNAUTHENTICATED: 'Tento klíč není platný.',
    FORBIDDEN: 'Tento klíč k tomu neopravňuje.',
    RATE_LIMITED: 'Příliš mnoho požadavků. Počkejte minutu a zkuste to znovu.',
    SERVICE_UNAVAILABLE: 'Služba je vytížená. Zkuste to za chvíli znovu.',
  },
  otherError: (code) => `Nepodařilo se (${code}).`,
};
