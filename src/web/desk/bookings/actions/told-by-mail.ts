/** What is said of the e-mail about what a dialog does. */
import type { DeskBookingFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useBookingTexts } from '../texts/index.ts';

/** Returns what is said of the e-mail that the guest gets; of one who has no address that they are to be told, and nothing where no mail goes out. */
export function useToldByMail({ billedTo }: DeskBookingFragment): (ofMail: string) => string {
  const { hasMail } = usePage().settings;
  const { tellGuest } = useBookingTexts();
  return (ofMail) => (billedTo.email === '' ? tellGuest : hasMail ? ofMail : '');
}
