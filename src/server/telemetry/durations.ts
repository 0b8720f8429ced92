/**
 * Durations in buckets, a Prometheus histogram. An observation is a look-up for each label and a few additions;
 * prom-client's own histogram checks and hashes all labels each time.
 */

/** Upper bounds in seconds: cached responses take fractions of a millisecond, searches and bookings a few. */
const BOUNDS: readonly number[] = [
  ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];

/** Observations with the same labels. */
interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** By bucket; the last one counts everything slower. */
  readonly counts: Float64Array;
  sum: number;
}

/** A tree of label values, one level a label. */
interface Node {
  readonly next: Map<string | number, Node>;
  series: Series | null;
}
const createNode = (): Node => ({ next: new Map(), series: null });

export class Durations {
  readonly name: string;
  readonly #help: string;
  readonly #labelNames: readonly string[];
  readonly #root = createNode();
  readonly #series: Series[] = [];

  constructor({ name, help, labelNames }: { name: string; help: string; labelNames: readonly string[] }) {
    this.name = name;
    this.#help = help;
    this.#labelNames = labelNames;
  }

  /** `values` are those of the labels, in their order. */
  observe(seconds: number, ...values: readonly (string | number)[]): void {
    let node = this.#root;
    for (const value of values) {
      let next = node.next.get(value);
      if (!next) {
        next = createNode();
        node.next.set(value, next);
      }
      node = next;
    }
    node.series ??= this.#addSeries(values);
    let bucket = 0;
    // biome-ignore lint/style/noNonNullAssertion: the bucket is one of the bounds.
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket++;
    // biome-ignore lint/style/noNonNullAssertion: there is a bucket more than bounds.
    node.series.counts[bucket]!++;
    node.series.sum += seconds;
  }

  #addSeries(values: readonly (string | number)[]): Series {
    const labels = Object.fromEntries(this.#labelNames.map((name, at) => [name, String(values[at])]));
    const series = { labels, counts: new Float64Array(BOUNDS.length + 1), sum: 0 };
    this.#series.push(series);
    return series;
  }

  /** Called by prom-client to render the metric. */
  async get() {
    const values = this.#series.flatMap(({ labels, counts, sum }) => {
      let count = 0;
      const buckets = [...counts].map((inBucket, index) => {
        count += inBucket;
        const le = String(BOUNDS[index] ?? '+Inf');
        return { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count };
      });
      return [
        ...buckets,
        { metricName: `${this.name}_sum`, labels, value: sum },
        { metricName: `${this.name}_count`, labels, value: count },
      ];
    });
    return { name: this.name, help: this.#help, type: 'histogram', values };
  }
}
