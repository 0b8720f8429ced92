/** Whether a stay is confirmed at once, or requested. */
import { Check, Mail } from 'lucide';
import { Icon } from '../../design/icon.tsx';
import type { Availability } from '../../generated/operations.ts';
import { useSearchTexts } from './texts/index.ts';

export function AvailabilityTag({ availability }: { readonly availability: Availability }) {
  const texts = useSearchTexts();
  const isAvailable = availability === 'AVAILABLE';
  return (
    <span class={`tag ${isAvailable ? 'good' : 'ask'}`}>
      <Icon icon={isAvailable ? Check : Mail} size={1} />
      {isAvailable ? texts.atOnce : texts.onRequest}
    </span>
  );
}
