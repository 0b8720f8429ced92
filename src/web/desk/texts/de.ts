import type { en } from './en.ts';

export const de: typeof en = {
  brand: 'Rezeption',
  today: 'Heute',
  bookings: 'Buchungen',
  rooms: 'Zimmer',
  prices: 'Preise',
  deliveries: 'Zustellungen',
  shop: 'Shop',
  developers: 'Für Entwickler',
  signInTitle: 'Willkommen an der Rezeption',
  signInLead:
    'Geben Sie den API-Schlüssel der Rezeption ein. Er gilt in allen Hotels seiner Reiseziele; welche das sind, steht oben auf der Seite. Er braucht die Berechtigung „operate“, für Zimmer, Preise und Zustellungen auch „manage“.',
  signInCommand: 'Der Betreiber des Gateways erstellt einen solchen Schlüssel mit:',
  signInEmbedded: 'Bei der eingebetteten Datenbank wird der Server so lange angehalten.',
  signInDemo: 'Schlüssel der Demo verwenden',
  everywhere: 'Gilt für alle Hotels aller Reiseziele',
  hotelsIn: (names) => `Gilt für alle Hotels in ${names}`,
  signOut: 'Abmelden',
  keyRefused:
    'Dieser Schlüssel gilt nicht mehr: Er ist abgelaufen oder wurde widerrufen. Bitte geben Sie einen anderen ein.',
  scopeLacks: (missing, has) =>
    `Diesem Schlüssel fehlt die Berechtigung „${missing}“. Er hat: ${has}. Einen Schlüssel für die Rezeption erhalten Sie vom Betreiber des Gateways.`,
  scopeNeeded: (missing) => `Ihrem Schlüssel fehlt die Berechtigung „${missing}“, die diese Seite braucht.`,
  connecting: 'Verbindung wird hergestellt …',
  live: 'Live',
  lost: 'Verbindung unterbrochen. Neuer Versuch …',
  operations: 'Was diese Seite abfragt, in GraphQL',
  keys: 'Tasten',
  keysTitle: 'Tasten der Rezeption',
  keysOn: 'Bedienung mit einzelnen Tasten',
  keyMeanings: [
    [['/'], 'Buchungen durchsuchen'],
    [['j', '↓'], 'Nächste Zeile'],
    [['k', '↑'], 'Vorige Zeile'],
    [['Enter'], 'Zeile öffnen'],
    [['c'], 'In einer Buchung: bestätigen'],
    [['d'], 'In einer Buchung: ablehnen'],
    [['x'], 'In einer Buchung: stornieren'],
    [['r'], 'Neues anzeigen'],
    [['?'], 'Diese Übersicht'],
  ],
};
