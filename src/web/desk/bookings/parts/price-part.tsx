/** The price of a booking, line by line, as it was or would be calculated. */
import { showMoney, showReduction } from '../../../format/money.ts';
import type { AmountFragment, DeskBookingFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { useBookingTexts } from '../texts/index.ts';
import { Part } from './part.tsx';

export function PricePart({ price }: { readonly price: DeskBookingFragment['price'] }) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useBookingTexts();
  const less = ({ amount }: { readonly amount: AmountFragment }) =>
    showMoney({ ...amount, amountMinor: -amount.amountMinor }, language);
  return (
    <Part title={texts.price}>
      <table class="lines figures">
        <caption class="unseen">{texts.price}</caption>
        <tbody>
          <tr>
            <th scope="row">{texts.basePrice({ nights: common.nights({ count: price.nights }) })}</th>
            <td>{showMoney(price.basePrice, language)}</td>
          </tr>
          {price.promotions.map((promotion, index) => (
            <tr key={index}>
              <th scope="row">
                {promotion.name.text}, {showReduction(promotion.percentage, language)}
                <span class="muted small">
                  {' '}
                  · <span class="together">{common.nights({ count: promotion.nights })}</span>
                </span>
              </th>
              <td>{less(promotion)}</td>
            </tr>
          ))}
          {price.discounts.map((discount, index) => (
            <tr key={index}>
              <th scope="row">
                {discount.name.text}, {showReduction(discount.percentage, language)}
                <span class="muted small">
                  {' '}
                  · <span class="together">{texts.guestNumber({ position: discount.guest })}</span>
                </span>
              </th>
              <td>{less(discount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            <td>{showMoney(price.total, language)}</td>
          </tr>
        </tfoot>
      </table>
    </Part>
  );
}
