const MS_PER_DAY = 86_400_000;
/** The day of a date column. */
export function dayOfColumn(date) {
    return date.getTime() / MS_PER_DAY;
}
/** The day of a date column that may be empty. */
export function dayOrNullOfColumn(date) {
    return date === null ? null : dayOfColumn(date);
}
/** The value that a date column takes for a day. */
export function columnOfDay(day) {
    return new Date(day * MS_PER_DAY);
}
//# sourceMappingURL=civil-dates.js.map