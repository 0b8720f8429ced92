/** What was searched for last in this window: the way back to the offers leads to it from anywhere in the shop. */
import { usePage } from '../../page.tsx';
import { offersAddress, type Search, searchOf } from './search-query.ts';

const NAME = 'last-search';

export function keepSearch(search: Search): void {
  sessionStorage.setItem(NAME, offersAddress(search));
}

/** The address of the offers as they were left; `otherwise` where none have been looked at. */
export function lastOffersAddress(otherwise = '/offers'): string {
  return globalThis.sessionStorage?.getItem(NAME) ?? otherwise;
}

/** The same for what is rendered: the server does not know it, so at first nothing has been looked at. */
export function useLastOffersAddress(otherwise?: string): string {
  const { isStarted } = usePage();
  return isStarted ? lastOffersAddress(otherwise) : (otherwise ?? '/offers');
}

export function useLastSearch(): Search {
  return searchOf(Object.fromEntries(new URL(useLastOffersAddress(), 'http://localhost').searchParams));
}
