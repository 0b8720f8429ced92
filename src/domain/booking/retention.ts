/** What retention may erase by itself (S19). What is erased is gone, and a wrong date or setting would erase everything. */

/**
 * So many at once are usual, however few bookings there are: a party of six rooms leaves on one day. By a tenth alone nothing would ever be
 * erased where there are nine bookings.
 */
const ALWAYS = 10;
/** The largest part of all bookings that retention erases by itself. */
const MOST_PART = 1 / 10;

/** Whether `due` bookings may be erased at once where there are `bookings`; else somebody has to ask for it. */
export function mayEraseAtOnce({ due, bookings }: { readonly due: number; readonly bookings: number }): boolean {
  return due <= Math.max(ALWAYS, bookings * MOST_PART);
}
