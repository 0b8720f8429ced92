/**
 * Durations in buckets, a Prometheus histogram. Labels are built once for each key, so an observation is a look-up and
 * a few additions; prom-client's own histogram checks and hashes all labels each time.
 */

/** Upper bounds in seconds: cached responses take fractions of a millisecond, searches and bookings a few. */
const BOUNDS: readonly number[] = [
  ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];

type Labels = Readonly<Record<string, string>>;

/** Observations with the same labels. */
interface Series {
  readonly labels: Labels;
  /** By bucket; the last one counts everything slower. */
  readonly counts: Float64Array;
  sum: number;
}

export class Durations {
  readonly name: string;
  readonly #help: string;
  readonly #series = new Map<string, Series>();

  constructor({ name, help }: { name: string; help: string }) {
    this.name = name;
    this.#help = help;
  }

  /** `key` stands for the labels, which are built at its first observation. */
  observe(key: string, seconds: number, labelsOfKey: () => Labels): void {
    let series = this.#series.get(key);
    if (!series) {
      series = { labels: labelsOfKey(), counts: new Float64Array(BOUNDS.length + 1), sum: 0 };
      this.#series.set(key, series);
    }
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket++;
    series.counts[bucket]!++;
    series.sum += seconds;
  }

  /** Called by prom-client to render the metric. */
  async get() {
    const values = [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
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
