/** Percentages are kept as integers, hundredths of a percent, and shown as numbers. */
export function percentOf(basisPoints) {
    return basisPoints / 100;
}
//# sourceMappingURL=percentage.js.map