/** The first night of the stay on which no room is left; null: there is one on every night. */
export function firstFullNight(nights, { arrival, departure }) {
    for (let night = arrival; night < departure; night++)
        if ((nights.get(night) ?? 0) < 1)
            return night;
    return null;
}
//# sourceMappingURL=booking-capacity.js.map