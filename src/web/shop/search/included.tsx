/** What the price of a stay includes. */
import { Check } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../design/icon.tsx';
import type { IncludedFragment } from '../../generated/operations.ts';
import { useSearchTexts } from './texts/index.ts';

/** `most`: how many are shown; of the others it is said how many there are. */
export function Included({
  of: { services, boarding, procedures, procedureFrequency, inclusions },
  most = Number.POSITIVE_INFINITY,
}: {
  readonly of: IncludedFragment;
  readonly most?: number;
}) {
  const texts = useSearchTexts();
  // The catalogue's own sentence names meals and procedures, too.
  const said = services.text?.split(/,\s+/) ?? [
    texts.boardings[boarding],
    ...(procedures > 0 ? [texts.procedures[procedureFrequency]({ count: procedures })] : []),
  ];
  const all = [
    ...said.map((service) => (
      <Tick key={service} lang={services.localeTag ?? undefined}>
        {service}
      </Tick>
    )),
    ...inclusions.map(({ name, quantity, per }) => (
      <Tick key={name.text}>
        <span lang={name.localeTag ?? undefined}>{name.text}</span>
        {quantity && per && <span class="muted"> {texts.often[per]({ count: quantity })}</span>}
      </Tick>
    )),
  ];
  return (
    <>
      {all.slice(0, most)}
      {all.length > most && <li class="muted">{texts.moreIncluded({ count: all.length - most })}</li>}
    </>
  );
}

export function Tick({ lang, children }: { readonly lang?: string | undefined; readonly children: ComponentChildren }) {
  return (
    <li lang={lang}>
      <Icon icon={Check} size={1.1} />
      <span>{children}</span>
    </li>
  );
}
