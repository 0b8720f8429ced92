import type { BookingStatus } from '../../generated/operations.ts';
import { useBookingTexts } from './texts/index.ts';

const TONES: Readonly<Record<BookingStatus, string>> = {
  REQUESTED: 'ask',
  CONFIRMED: 'good',
  CANCELLED: 'bad',
  DECLINED: 'bad',
  EXPIRED: '',
  NO_SHOW: 'bad',
};

export function StatusTag({ status, isTest = false }: { readonly status: BookingStatus; readonly isTest?: boolean }) {
  const texts = useBookingTexts();
  return (
    <span class="tags">
      <span class={`tag ${TONES[status]}`}>{texts.statuses[status]}</span>
      {isTest && <span class="tag">{texts.test}</span>}
    </span>
  );
}
