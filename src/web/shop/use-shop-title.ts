/** The title of a view of the shop, with the name of the shop. */
import { useTitle } from '../design/use-title.ts';
import { useShopTexts } from './texts/index.ts';

export function useShopTitle(title: string): ReturnType<typeof useTitle> {
  return useTitle(`${title} – ${useShopTexts().brand}`);
}
