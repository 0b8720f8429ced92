/**
 * What was searched for last: the way back to the offers leads to it from anywhere in the shop, and the first page begins with it. Each
 * window has its own; a new one begins with the newest.
 */
import { usePage } from '../../page.tsx';
import { browserStorage, windowStorage } from '../../storages.ts';
import { offersAddress, type Search, searchOf } from './search-query.ts';

const NAME = 'last-search';

export function keepSearch(search: Search): void {
  const address = offersAddress(search);
  windowStorage.set(NAME, address);
  browserStorage.set(NAME, address);
}

/** What a visitor changes on another page than the list is changed of the search, too. */
export function changeSearch(part: Partial<Search>): void {
  keepSearch({ ...searchAt(lastOffersAddress()), ...part, pages: 1 });
}

/** The address of the offers as they were left; `otherwise` where none have been looked at. */
export function lastOffersAddress(otherwise = '/offers'): string {
  return windowStorage.get(NAME) ?? browserStorage.get(NAME) ?? otherwise;
}

/** The same for what is rendered: the server does not know it, so at first nothing has been looked at. */
export function useLastOffersAddress(otherwise = '/offers'): string {
  return usePage().isStarted ? lastOffersAddress(otherwise) : otherwise;
}

export function useLastSearch(): Search {
  return searchAt(useLastOffersAddress());
}

function searchAt(address: string): Search {
  return searchOf(Object.fromEntries(new URL(address, 'http://localhost').searchParams));
}
