/** What the guest pays for a stay that does not take place. It begins with what the terms say; the house may set it otherwise (M6). */
import { useState } from 'preact/hooks';
import { Field } from '../../../../design/field.tsx';
import { hundredthsOf, writeHundredths } from '../../../../format/decimal.ts';
import { showMoney } from '../../../../format/money.ts';
import type { DeskBookingFragment } from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { useBookingTexts } from '../../texts/index.ts';

/** `presetMinor` is in minor units, as all amounts. `minor` is null as long as the text is no fee that is possible. */
export function useFee({ price }: DeskBookingFragment, presetMinor: number) {
  const { language } = usePage();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? writeHundredths(presetMinor, language);
  const minor = hundredthsOf(text);
  return {
    text,
    minor: minor !== null && minor >= 0 && minor <= price.total.amountMinor ? minor : null,
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
      wrong={fee.minor === null ? texts.feeWrong({ total: showMoney(price.total, language) }) : undefined}
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
