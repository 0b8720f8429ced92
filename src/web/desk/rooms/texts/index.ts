/** Texts of rooms and prices at the desk. */
import { inLanguages } from '../../../texts/in-languages.ts';
import { cs } from './cs.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { ru } from './ru.ts';

export const useRoomsTexts = inLanguages({ cs, de, en, ru });
