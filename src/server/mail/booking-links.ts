/** Where mails lead back to a booking (A11): to the shop of this gateway, if its key finds the booking and others know its address. */
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import { sealBooking } from '../../operations/booking/search/booking-link.ts';
import type { LinkToBooking } from '../../operations/mail/load-booking-mail.ts';
import type { CursorSigner } from '../../operations/search/cursors.ts';

/** What follows the `#` never leaves the browser: it is in no request, no log and no `Referer`. */
const BOOKING_PATH = '/booking';

export function createBookingLinks({
  apiKeys,
  cursors,
  shopKey,
  origin,
}: {
  readonly apiKeys: Pick<ApiKeys, 'authenticate'>;
  readonly cursors: CursorSigner;
  /** The key of the shop's pages; null: visitors must enter one, and it may be any. */
  readonly shopKey: string | null;
  /** The scheme and host of the shop; null: nobody has told the gateway under which address it is reached. */
  origin(): string | null;
}): LinkToBooking {
  return async ({ id, clientId, email }) => {
    const at = origin();
    if (shopKey === null || at === null) return null;
    const shop = await apiKeys.authenticate(shopKey);
    return shop?.clientId === clientId ? `${at}${BOOKING_PATH}#${sealBooking({ id, email }, cursors)}` : null;
  };
}
