/** Texts of the demo in the four locales. A translation that a real property would lack is missing, null or empty. */
/** A text in all four locales. */
export function inAll(cs, de, en, ru) {
    return { cs_CZ: cs, de, en, ru };
}
//# sourceMappingURL=texts.js.map