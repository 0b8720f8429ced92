const FIELDS = 4;
/** A growing list of entries; positions are those of the file. */
export function inventoryEntries() {
    let values = new Int32Array(FIELDS * 1_024);
    let length = 0;
    return {
        get length() {
            return length;
        },
        /** Puts an entry at its position in the file; skipped positions count as empty. */
        set(position, { roomTypeNumber, from, to, units }) {
            length = Math.max(length, position + 1);
            if (length * FIELDS > values.length) {
                const larger = new Int32Array(Math.max(values.length * 2, length * FIELDS));
                larger.set(values);
                values = larger;
            }
            values.set([roomTypeNumber, from, to, units], position * FIELDS);
        },
        /** The entry at a position; null: there is none, or a faulty one. */
        at(position) {
            const [roomTypeNumber, from, to, units] = values.subarray(position * FIELDS, (position + 1) * FIELDS);
            return roomTypeNumber ? { roomTypeNumber, from: from, to: to, units: units } : null;
        },
        /** Positions in the order of room types, within one in the order of the file. */
        positionsByRoomType() {
            return Uint32Array.from({ length }, (_, position) => position).sort((a, b) => values[a * FIELDS] - values[b * FIELDS] || a - b);
        },
    };
}
//# sourceMappingURL=inventory-entries.js.map