/** Texts of the bookings at the desk. */
import { inLanguages } from '../../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export const useBookingTexts = inLanguages(texts);
