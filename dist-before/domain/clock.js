/** The machine's clock. */
export const systemClock = { now: () => Date.now() };
//# sourceMappingURL=clock.js.map