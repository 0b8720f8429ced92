/** For developers: the state of the service, the key, first requests to send, the ways in, the guides. */
import { BookOpen, SquareTerminal } from 'lucide';
import { Frame } from '../design/frame.tsx';
import { Icon } from '../design/icon.tsx';
import { useTitle } from '../design/use-title.ts';
import { usePage } from '../page.tsx';
import { FirstRequests } from './first-requests.tsx';
import { ServiceState } from './service-state.tsx';
import { useDeveloperTexts } from './texts/index.ts';
import { TheKey } from './the-key.tsx';
import { Guides, WaysIn } from './ways-in.tsx';

export function Developers() {
  const { settings } = usePage();
  const texts = useDeveloperTexts();
  useTitle(texts.title);
  const links = [
    { href: '#first', text: texts.first },
    { href: '#ways', text: texts.ways },
    { href: '#guides', text: texts.guides },
  ];
  const bottom = [
    { href: '/', text: texts.toShop },
    { href: '/desk', text: texts.toDesk },
  ];
  return (
    <Frame brand={{ href: '/developers', text: 'spa-stay-gateway' }} links={links} bottom={bottom}>
      <div class="sections">
        <section class="stack opening">
          <h1>{texts.title}</h1>
          <p class="lead">{texts.lead}</p>
          <div class="row">
            {settings.graphiql && (
              <a class="button primary" href="/graphql">
                <Icon icon={SquareTerminal} /> {texts.firstWay}
              </a>
            )}
            <a class="button" href="/docs">
              <Icon icon={BookOpen} /> {texts.reference}
            </a>
          </div>
          <ServiceState />
        </section>
        <TheKey />
        <FirstRequests />
        <WaysIn />
        <Guides />
      </div>
    </Frame>
  );
}
