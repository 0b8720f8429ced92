/** The addresses of the gateway, and the guides in its source. */
import {
  BookOpen,
  ChartLine,
  CircleCheck,
  ConciergeBell,
  FileCode,
  FileJson,
  HeartPulse,
  type IconNode,
  Mail,
  SquareTerminal,
  Store,
} from 'lucide';
import { Icon } from '../design/icon.tsx';
import { usePage } from '../page.tsx';
import { useDeveloperTexts } from './texts/index.ts';

export function WaysIn() {
  const { settings } = usePage();
  const texts = useDeveloperTexts();
  const ways: readonly (readonly [path: string, icon: IconNode, says: string, isThere?: boolean])[] = [
    ['/graphql', SquareTerminal, texts.graphiql, settings.graphiql],
    ['/schema.graphql', FileCode, texts.schema],
    ['/docs', BookOpen, texts.docs],
    ['/openapi.json', FileJson, texts.openapi],
    ['/', Store, texts.shop],
    ['/desk', ConciergeBell, texts.desk],
    ['/mail', Mail, texts.mail, settings.mail],
    ['/health', HeartPulse, texts.health],
    ['/ready', CircleCheck, texts.readyWay],
    ['/ready/write', CircleCheck, texts.readyWriteWay],
    ['/metrics', ChartLine, texts.metrics],
  ];
  return (
    <section class="stack" aria-labelledby="ways">
      <h2 id="ways">{texts.ways}</h2>
      <ul class="ways">
        {ways
          .filter(([, , , isThere = true]) => isThere)
          .map(([path, icon, says]) => (
            <li key={path}>
              <a class="card way" href={path}>
                <Icon icon={icon} size={1.5} />
                <span>
                  <code>{path}</code>
                  <span class="says">{says}</span>
                </span>
              </a>
            </li>
          ))}
      </ul>
    </section>
  );
}

export function Guides() {
  const texts = useDeveloperTexts();
  const guides = [
    ['docs/front-ends.md', texts.guide.frontEnds],
    ['docs/integrating.md', texts.guide.integrating],
    ['examples/', texts.guide.examples],
    ['docs/operations.md', texts.guide.operations],
    ['docs/scaling.md', texts.guide.scaling],
    ['docs/security.md', texts.guide.security],
    ['docs/deprecation.md', texts.guide.deprecation],
  ];
  return (
    <section class="stack" aria-labelledby="guides">
      <h2 id="guides">{texts.guides}</h2>
      <p class="muted">{texts.guidesLead}</p>
      <dl class="guides">
        {guides.map(([file, says]) => (
          <div key={file}>
            <dt>
              <code>{file}</code>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
