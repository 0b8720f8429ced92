/** Words that all pages share, and those that they share with mails. */
import { texts as shared } from '../../texts/generated/texts.ts';
import { texts } from './generated/texts.ts';
import { inLanguages } from './in-languages.ts';

const useOwn = inLanguages(texts);
const useShared = inLanguages(shared);

export const useCommonTexts = () => ({ ...useShared(), ...useOwn() });
