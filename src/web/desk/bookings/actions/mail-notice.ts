/** What is said of the e-mail about what a dialog does. */
import type { DeskBookingFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useBookingTexts } from '../texts/index.ts';

/** Returns what a dialog says of the e-mail that the guest gets. Whoever has no address is to be told in person; where no mail goes out, it says nothing. */
export function useMailNotice({ billedTo }: DeskBookingFragment): (ofMail: string) => string {
  const { hasMail } = usePage().settings;
  const { tellGuest } = useBookingTexts();
  return (ofMail) => (billedTo.email === '' ? tellGuest : hasMail ? ofMail : '');
}
