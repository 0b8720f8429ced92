/**
 * How long things took, counted into buckets: what Prometheus calls a histogram. Whoever observes keeps the series of its
 * labels, so that an observation is a few additions and makes nothing; prom-client's own looks its labels up each time.
 */
/** Upper bounds in seconds: kept answers take fractions of a millisecond, searches and bookings some. */
const BOUNDS = [
    ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
    ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];
/** The observations with the same labels. */
export class Series {
    labels;
    /** By bucket, the last one for all that took longer. */
    counts = new Float64Array(BOUNDS.length + 1);
    sum = 0;
    constructor(labels) {
        this.labels = labels;
    }
    observe(seconds) {
        let bucket = 0;
        while (bucket < BOUNDS.length && seconds > BOUNDS[bucket])
            bucket++;
        this.counts[bucket]++;
        this.sum += seconds;
    }
}
/** A histogram. */
export class Durations {
    name;
    #help;
    #series = [];
    constructor({ name, help }) {
        this.name = name;
        this.#help = help;
    }
    /** A new series; ask once for each set of labels. */
    series(labels) {
        const series = new Series(labels);
        this.#series.push(series);
        return series;
    }
    /** What prom-client asks of a metric when it writes it down. */
    async get() {
        const values = this.#series.flatMap((series) => this.#valuesOf(series));
        return { name: this.name, help: this.#help, type: 'histogram', values };
    }
    #valuesOf({ labels, counts, sum }) {
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
//# sourceMappingURL=durations.js.map