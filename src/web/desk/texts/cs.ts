import type { en } from './en.ts';

export const cs: typeof en = {
  brand: 'Recepce',
  today: 'Dnes',
  bookings: 'Rezervace',
  rooms: 'Pokoje',
  prices: 'Ceny',
  deliveries: 'Doručování',
  shop: 'Obchod',
  developers: 'Pro vývojáře',
  signInTitle: 'Vítejte na recepci',
  signInLead:
    'Zadejte API klíč svého hotelu. Potřebuje oprávnění „operate“, pro pokoje, ceny a doručování také „manage“.',
  signInCommand: 'Správce brány takový klíč vytvoří příkazem:',
  signOut: 'Odhlásit se',
  keyRefused: 'Tento klíč už neplatí: vypršel, nebo byl odvolán. Zadejte prosím jiný.',
  scopeLacks: (missing, has) =>
    `Tomuto klíči chybí oprávnění „${missing}“. Má: ${has}. O klíč pro recepci požádejte správce brány.`,
  scopeNeeded: (missing) => `Vašemu klíči chybí oprávnění „${missing}“, které tato stránka potřebuje.`,
  connecting: 'Připojování …',
  live: 'Živě',
  lost: 'Spojení se přerušilo. Zkoušíme to znovu …',
  operations: 'Na co se tato stránka ptá, v GraphQL',
  keys: 'Klávesy',
  keysTitle: 'Klávesy recepce',
  keysOn: 'Ovládání jednou klávesou',
  keyMeanings: [
    [['/'], 'Hledat v rezervacích'],
    [['j', '↓'], 'Další řádek'],
    [['k', '↑'], 'Předchozí řádek'],
    [['Enter'], 'Otevřít řádek'],
    [['c'], 'V rezervaci: potvrdit'],
    [['d'], 'V rezervaci: odmítnout'],
    [['x'], 'V rezervaci: stornovat'],
    [['r'], 'Zobrazit novinky'],
    [['?'], 'Tento přehled'],
  ],
};
