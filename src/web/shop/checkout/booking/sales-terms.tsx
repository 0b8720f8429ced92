/** On what terms the stay is sold (F14): what one must know before booking, and can read again afterwards. */
import type { SaleTermsFragment } from '../../../generated/operations.ts';
import { useCheckoutTexts } from '../texts/index.ts';

export function SalesTerms({
  terms: { paymentTerms, termsUrl, privacyUrl, seller },
  touristTax,
}: {
  readonly terms: SaleTermsFragment;
  readonly touristTax: string | null;
}) {
  const texts = useCheckoutTexts();
  const links = [
    { label: texts.saleTerms, address: termsUrl.text },
    { label: texts.privacy, address: privacyUrl.text },
  ].filter(({ address }) => address);
  if (!paymentTerms.text && !touristTax && !seller && links.length === 0) return null;
  return (
    <section class="stack sale-terms" aria-labelledby="sale-title">
      <h2 id="sale-title">{texts.payment}</h2>
      {paymentTerms.text && <p>{paymentTerms.text}</p>}
      {touristTax && <p>{touristTax}</p>}
      {seller && (
        <p>{texts.seller({ seller: [seller.name, seller.address, seller.register].filter(Boolean).join(', ') })}</p>
      )}
      {links.length > 0 && (
        <p class="row">
          {links.map(({ label, address }) => (
            <a key={label} href={address ?? ''} target="_blank" rel="noopener">
              {label}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}
