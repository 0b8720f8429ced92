/**
 * The ways in which a first reading remembers a thing of the file: that it is named, which ObjectId it is given, and to
 * whom it refers. What is kept holds no piece of the file alive.
 */
import { detached } from './file-facts.js';
import { shown } from './problems.js';
/** Remembers that the file names a thing; a second one with the same number or code is a problem. */
export function name(kind, key, { facts, place, problems, field = 'id' }) {
    if (key === undefined)
        return;
    const named = facts.named[kind];
    if (named.has(key))
        problems.add([...place, field], 'DUPLICATE', `the file already holds a ${kind} ${shown(key)}`);
    named.add(typeof key === 'string' ? detached(key) : key);
}
/** Remembers a thing with a number and perhaps an ObjectId. */
export function identify(kind, entry, spot) {
    name(kind, entry.id, spot);
    if (entry.id !== undefined)
        giveObjectId(kind, entry._id, { ...spot, key: [entry.id] });
}
/** Remembers the ObjectId that the file gives to a thing. */
export function giveObjectId(kind, id, { facts, place, key }) {
    if (id === undefined)
        return;
    const given = { place: [...place, '_id'], id: detached(id.toLowerCase()), key };
    const list = facts.objectIds.get(kind);
    if (list)
        list.push(given);
    else
        facts.objectIds.set(kind, [given]);
}
/** Remembers a reference, unless the file has already answered it. */
export function refer(kind, key, { facts, place }) {
    if (key === undefined || facts.named[kind].has(key))
        return;
    facts.references.push({ kind, key: typeof key === 'string' ? detached(key) : key, place });
}
//# sourceMappingURL=remember.js.map