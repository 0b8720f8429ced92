import { counted, countedNights } from '../../domain/text/shown.ts';
import type { CommonTexts } from './en.ts';

export const de: CommonTexts = {
  skip: 'Zum Inhalt',
  ways: 'Seiten',
  close: 'Schließen',
  back: 'Zurück',
  loading: 'Wird geladen …',
  sending: 'Wird gesendet …',
  tryAgain: 'Noch einmal versuchen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  nights: countedNights.de,
  beds: counted('de', { one: 'Bett', other: 'Betten' }),
  guests: counted('de', { one: 'Gast', other: 'Gäste' }),
  key: 'API-Schlüssel',
  keyNote: 'Er bleibt nur in diesem Browserfenster.',
  keyUse: 'Diesen Schlüssel verwenden',
  otherKey: 'Anderen Schlüssel verwenden',
  required: 'Bitte füllen Sie dieses Feld aus.',
  errors: {
    UNREACHABLE: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    UNAUTHENTICATED: 'Dieser Schlüssel wird nicht angenommen.',
    FORBIDDEN: 'Dieser Schlüssel erlaubt das nicht.',
    RATE_LIMITED: 'Zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es noch einmal.',
    SERVICE_UNAVAILABLE: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  },
  otherError: (code) => `Das hat nicht funktioniert (${code}).`,
};
