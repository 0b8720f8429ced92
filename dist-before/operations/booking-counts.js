/**
 * What has become of the bookings that were asked for, counted by a stable code each: `CREATED`, `REPLAYED`, the code of a
 * refusal, or `FAILED` when no answer about the booking could be given. There are only so many codes.
 */
/** The counts of a process. */
export class BookingCounts {
    #counts = new Map();
    add(code) {
        this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    }
    /** Codes with how often they came. */
    entries() {
        return this.#counts;
    }
}
//# sourceMappingURL=booking-counts.js.map