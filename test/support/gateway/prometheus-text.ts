/**
 * A strict reader of the Prometheus text format 0.0.4. It refuses what a scraper would refuse or misread: families
 * without HELP and TYPE or declared twice, malformed lines, repeated series, histograms whose buckets do not add up.
 */
const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (-?[0-9.]+(?:e[+-]?\\d+)?|[+-]Inf|NaN)$`, 'i');
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  readonly samples: readonly Sample[];
  readonly types: ReadonlyMap<string, string>;
  /** The sum of a name's series with these labels. */
  value(name: string, labels?: Readonly<Record<string, string>>): number;
}

/** @throws Error naming the malformed line */
export function readPrometheusText(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const helps = new Map<string, string>();
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const reported = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind) {
      const known = kind === 'HELP' ? helps : types;
      if (known.has(name) || !new RegExp(`^${NAME}$`).test(name)) throw new Error(`reported twice or no name: ${line}`);
      known.set(name, rest);
      continue;
    }
    const sample = sampleOf(line);
    const family = familyOf(sample.name, types);
    if (!helps.has(family)) throw new Error(`no HELP before ${line}`);
    const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
    if (reported.has(key)) throw new Error(`reported twice: ${line}`);
    reported.add(key);
    samples.push(sample);
  }
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, samples);
  const value = (name: string, labels: Readonly<Record<string, string>> = {}) =>
    samples
      .filter((one) => one.name === name && Object.entries(labels).every(([label, is]) => one.labels[label] === is))
      .reduce((sum, one) => sum + one.value, 0);
  return { samples, types, value };
}

function sampleOf(line: string): Sample {
  const [, name, inBraces = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inBraces.length) {
    const [, label, is] = LABEL.exec(inBraces) ?? [];
    if (label === undefined || label in labels) throw new Error(`labels that cannot be read: ${line}`);
    labels[label] = is!;
  }
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

function familyOf(name: string, types: ReadonlyMap<string, string>): string {
  if (types.has(name) && !['histogram', 'summary'].includes(types.get(name)!)) return name;
  const family = name.replace(/_(?:bucket|sum|count)$/, '');
  if (['histogram', 'summary'].includes(types.get(family) ?? '')) return family;
  if (types.get(name) === 'summary') return name;
  throw new Error(`no TYPE before ${name}`);
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const series = new Map<string, { buckets: [number, number][]; count?: number; hasSum?: boolean }>();
  for (const { name: reported, labels, value } of samples) {
    if (!reported.startsWith(`${name}_`)) continue;
    const { le, ...others } = labels;
    const key = JSON.stringify(Object.entries(others).sort());
    const one = series.get(key) ?? { buckets: [] };
    series.set(key, one);
    if (reported === `${name}_bucket`) one.buckets.push([Number(le!.replace('+Inf', 'Infinity')), value]);
    else if (reported === `${name}_count`) one.count = value;
    else if (reported === `${name}_sum`) one.hasSum = true;
  }
  for (const [key, { buckets, count, hasSum }] of series) {
    const isRising = buckets.every(
      ([bound, value], at) => at === 0 || (bound > buckets[at - 1]![0] && value >= buckets[at - 1]![1]),
    );
    const last = buckets.at(-1);
    if (!isRising || last?.[0] !== Number.POSITIVE_INFINITY || last[1] !== count || !hasSum) {
      throw new Error(`the histogram ${name} does not add up: ${key}`);
    }
  }
}
