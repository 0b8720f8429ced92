/** Searching for a part of a text the way people type it: upper and lower case are the same, accents are not (V2). */
/** Whether `text` contains `part`; characters composed in different ways are the same. */
export function containsText(text, part) {
    return folded(text).includes(folded(part));
}
/** Lower case first and then upper: letters with several small forms, or with capitals of two letters, are then the same. */
function folded(text) {
    return text.toLowerCase().toUpperCase().normalize('NFC');
}
//# sourceMappingURL=text-search.js.map