/** Reads an iCalendar file by the grammar of RFC 5545, strictly, and written without a look at what writes it. */

export interface CalendarProperty {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly value: string;
}

export interface CalendarComponent {
  readonly name: string;
  readonly properties: readonly CalendarProperty[];
  readonly components: readonly CalendarComponent[];
}

/** @throws what is wrong with it */
export function parseCalendar(file: string): CalendarComponent {
  if (!file.endsWith('\r\n')) throw new Error('the last line does not end');
  const physical = file.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (/[\r\n]/.test(line)) throw new Error(`a bare line break in ${JSON.stringify(line)}`);
    if (new TextEncoder().encode(line).length > 75) throw new Error(`more than 75 bytes: ${line}`);
    if (line === '') throw new Error('an empty line');
  }
  const logical: string[] = [];
  for (const line of physical) {
    if (/^[ \t]/.test(line)) logical[logical.length - 1] += line.slice(1);
    else logical.push(line);
  }
  const rest = logical.map(parseProperty);
  const component = takeComponent(rest);
  if (rest.length > 0) throw new Error('something follows the calendar');
  return component;
}

function parseProperty(line: string): CalendarProperty {
  const match = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]*))*):(.*)$/su.exec(line);
  if (!match) throw new Error(`not a property: ${line}`);
  if (/[^\P{Cc}\t]/u.test(match[3]!)) throw new Error(`a control character in ${line}`);
  const parameters = [...match[2]!.matchAll(/;([^=]+)=("[^"]*"|[^;]*)/g)].map(([, name, value]) => [
    name!.toUpperCase(),
    value!.replaceAll('"', ''),
  ]);
  return { name: match[1]!.toUpperCase(), parameters: Object.fromEntries(parameters), value: match[3]! };
}

function takeComponent(lines: CalendarProperty[]): CalendarComponent {
  const begin = lines.shift();
  if (begin?.name !== 'BEGIN') throw new Error(`BEGIN expected, not ${begin?.name}`);
  const properties: CalendarProperty[] = [];
  const components: CalendarComponent[] = [];
  for (;;) {
    const next = lines[0];
    if (!next) throw new Error(`${begin.value} does not end`);
    if (next.name === 'BEGIN') components.push(takeComponent(lines));
    else lines.shift();
    if (next.name === 'END') {
      if (next.value !== begin.value) throw new Error(`${begin.value} ends as ${next.value}`);
      return { name: begin.value, properties, components };
    }
    if (next.name !== 'BEGIN') properties.push(next);
  }
}

/** The value of a property that must be there once. */
export function only({ properties }: CalendarComponent, name: string): CalendarProperty {
  const found = properties.filter((property) => property.name === name);
  if (found.length !== 1) throw new Error(`${name} is there ${found.length} times`);
  return found[0]!;
}

/** A TEXT value without its escapes. */
export function unescapeText(value: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value)) throw new Error(`not escaped: ${value}`);
  return value.replace(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));
}
