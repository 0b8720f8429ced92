/**
 * Durations in buckets, a Prometheus histogram. Callers hold on to the series of their labels, so an observation is a
 * few additions without allocations; prom-client's own histogram looks up the labels each time.
 */

/** Upper bounds in seconds: cached responses take fractions of a millisecond, searches and bookings a few. */
const BOUNDS: readonly number[] = [
  ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];

interface Value {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Observations with the same labels. */
export class Series {
  readonly labels: Readonly<Record<string, string>>;
  /** By bucket; the last one counts everything slower. */
  readonly counts = new Float64Array(BOUNDS.length + 1);
  sum = 0;

  constructor(labels: Readonly<Record<string, string>>) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket++;
    this.counts[bucket]!++;
    this.sum += seconds;
  }
}

export class Durations {
  readonly name: string;
  readonly #help: string;
  readonly #series: Series[] = [];

  constructor({ name, help }: { name: string; help: string }) {
    this.name = name;
    this.#help = help;
  }

  /** A new series; call once for each set of labels. */
  series(labels: Readonly<Record<string, string>>): Series {
    const series = new Series(labels);
    this.#series.push(series);
    return series;
  }

  /** Called by prom-client to render the metric. */
  async get() {
    const values = this.#series.flatMap((series) => this.#valuesOf(series));
    return { name: this.name, help: this.#help, type: 'histogram', values };
  }

  #valuesOf({ labels, counts, sum }: Series): Value[] {
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
  }
}
