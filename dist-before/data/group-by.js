/** Groups rows by a key, keeping their order within each group. (`Map.groupBy` comes with Node 21.) */
export function groupBy(rows, keyOf) {
    const groups = new Map();
    for (const row of rows) {
        const key = keyOf(row);
        const group = groups.get(key);
        if (group)
            group.push(row);
        else
            groups.set(key, [row]);
    }
    return groups;
}
//# sourceMappingURL=group-by.js.map