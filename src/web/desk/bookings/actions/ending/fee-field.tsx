/** What the guest pays for a stay that does not take place. It begins with what the terms say; the house may set it otherwise (M6). */
import { useState } from 'preact/hooks';
import { Field } from '../../../../design/field.tsx';
import { hundredthsOf, writeHundredths } from '../../../../format/decimal.ts';
import { showMoney } from '../../../../format/money.ts';
import type { DeskBookingFragment } from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { useBookingTexts } from '../../texts/index.ts';

/**
 * `presetMinor` is in minor units, as all amounts; null: not known yet. Only a fee that was typed is `sent`: otherwise the gateway applies
 * the terms as they are at that moment (S12). `isWrong`: what was typed is no fee that is possible.
 */
export function useFee({ price }: DeskBookingFragment, presetMinor: number | null) {
  const { language } = usePage();
  const [typed, setTyped] = useState<string | null>(null);
  const sent = typed === null ? null : hundredthsOf(typed);
  return {
    text: typed ?? (presetMinor === null ? '' : writeHundredths(presetMinor, language)),
    sent,
    isWrong: typed !== null && (sent === null || sent < 0 || sent > price.total.amountMinor),
    write: setTyped,
  };
}

export function FeeField({
  booking: { price },
  fee,
}: {
  readonly booking: DeskBookingFragment;
  readonly fee: ReturnType<typeof useFee>;
}) {
  const { language } = usePage();
  const texts = useBookingTexts();
  return (
    <Field
      label={texts.fee({ currency: price.total.currency })}
      wrong={fee.isWrong ? texts.feeWrong({ total: showMoney(price.total, language) }) : undefined}
    >
      {(attributes) => (
        <input
          {...attributes}
          name="fee"
          inputMode="decimal"
          autocomplete="off"
          value={fee.text}
          onInput={(event) => fee.write(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
