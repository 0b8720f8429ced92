/**
 * API keys: made, listed, revoked, and looked up for every request. The database keeps a keyed hash only, so a key is shown
 * once, when it is made. Each change raises the epoch `keys` in its own transaction, and lookups are remembered for no
 * longer than that epoch lasts: a revocation by any process holds for the next request of every other.
 */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { ObjectId } from 'bson';
import { isWellFormedApiKey, newApiKey, prefixOfApiKey } from '../domain/api-key-format.js';
import { EpochCache } from './epoch-cache.js';
import { raiseEpochs } from './epochs.js';
/** What was asked of keys cannot be done; the message says why, and what there is instead. */
export class ApiKeyError extends Error {
    name = 'ApiKeyError';
}
const REMEMBERED_KEYS = 10_000;
const SHOWN_CHOICES = 20;
/** HMAC-SHA-256 of a key, in hexadecimal digits. */
function secretHashOf({ pepper, key }) {
    return createHmac('sha256', pepper).update(key).digest('hex');
}
/**
 * Makes a key.
 * @returns the key, which is nowhere to be had again, and the prefix by which it is listed
 * @throws ApiKeyError when the channel or a destination does not exist, or it would have expired already
 */
export async function createKey(options) {
    const { database, pepper, name, channelCode, destinationNumbers, scopes, expiresAt, clock } = options;
    if (name.trim() === '')
        throw new ApiKeyError('a key needs a name that says whom it is for');
    if (scopes.length === 0)
        throw new ApiKeyError('a key needs a scope: read, book or both');
    if (destinationNumbers?.length === 0)
        throw new ApiKeyError('a key without any destination would see nothing');
    if (expiresAt && expiresAt.getTime() <= clock.now())
        throw new ApiKeyError('the key would have expired already');
    await refuseUnknownChannel(database, channelCode);
    await refuseUnknownDestinations(database, destinationNumbers ?? []);
    const key = newApiKey(randomInt);
    const prefix = prefixOfApiKey(key);
    await database.prisma.$transaction(async (tx) => {
        await tx.apiKey.create({
            data: {
                id: new ObjectId().toHexString(),
                prefix,
                secretHash: secretHashOf({ pepper, key }),
                name: name.trim(),
                channelCode,
                allDestinations: destinationNumbers === null,
                destinations: { create: [...new Set(destinationNumbers)].map((destinationNumber) => ({ destinationNumber })) },
                scopes: [...new Set(scopes)],
                createdAt: new Date(clock.now()),
                expiresAt,
            },
        });
        await raiseEpochs(tx, ['keys']);
    });
    return { key, prefix };
}
async function refuseUnknownChannel({ prisma }, code) {
    const codes = (await prisma.channel.findMany({ orderBy: { code: 'asc' } })).map((channel) => channel.code);
    if (codes.includes(code))
        return;
    throw new ApiKeyError(`there is no channel ${JSON.stringify(code)}; ${choice({ known: codes, one: 'channel', many: 'channels' })}`);
}
async function refuseUnknownDestinations({ prisma }, numbers) {
    if (numbers.length === 0)
        return;
    const known = (await prisma.destination.findMany({ orderBy: { number: 'asc' } })).map(({ number }) => number);
    const unknown = numbers.filter((number) => !known.includes(number));
    if (unknown.length === 0)
        return;
    throw new ApiKeyError(`there is no destination ${unknown.join(', ')}; ${choice({ known, one: 'destination', many: 'destinations' })}`);
}
function choice({ known, one, many }) {
    if (known.length === 0)
        return `the catalogue has no ${one} yet: import one first`;
    const shown = known.slice(0, SHOWN_CHOICES).join(', ');
    return `the ${many} are ${shown}${known.length > SHOWN_CHOICES ? ', ...' : ''}`;
}
/** Every key ever made, oldest first, revoked and expired ones included. */
export async function listKeys({ prisma }) {
    const rows = await prisma.apiKey.findMany({
        include: { destinations: { orderBy: { destinationNumber: 'asc' } } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(({ destinations, ...row }) => ({
        ...row,
        destinationNumbers: row.allDestinations ? null : destinations.map((one) => one.destinationNumber),
    }));
}
/**
 * Refuses a key from now on, for good. A key revoked before stays revoked since then.
 * @param prefix the beginning of one key and of no other, or the whole key
 * @returns the prefix of the key
 * @throws ApiKeyError when no key or more than one begins so
 */
export async function revokeKey(options) {
    const asked = prefixOfApiKey(options.prefix.trim());
    const matching = (await options.database.prisma.apiKey.findMany()).filter((key) => key.prefix.startsWith(asked));
    const [key, another] = matching;
    if (asked === '' || !key)
        throw new ApiKeyError(`no key begins with ${JSON.stringify(asked)}; see keys list`);
    if (another) {
        const prefixes = matching.slice(0, SHOWN_CHOICES).map((one) => one.prefix);
        throw new ApiKeyError(`${matching.length} keys begin with ${JSON.stringify(asked)}: ${prefixes.join(', ')}; name one whole`);
    }
    if (key.revokedAt === null) {
        await options.database.prisma.$transaction(async (tx) => {
            await tx.apiKey.updateMany({
                where: { id: key.id, revokedAt: null },
                data: { revokedAt: new Date(options.clock.now()) },
            });
            await raiseEpochs(tx, ['keys']);
        });
    }
    return { prefix: key.prefix, name: key.name, wasRevoked: key.revokedAt !== null };
}
/** Opens the keys for lookups; `epochs` tells when to forget what was looked up. */
export function openApiKeys({ database, epochs, pepper, clock, }) {
    const known = new EpochCache({ entries: REMEMBERED_KEYS });
    // An import may remove destinations, and with them what a key sees. Both epochs only grow, so their sum is one, too.
    const presentState = () => ({ epoch: epochs.of('keys') + epochs.of('catalogue'), day: 0 });
    const present = () => known.at(presentState());
    // By a digest that is good for this process alone: it is made in a quarter of the time of the hash that is stored.
    const recalled = new EpochCache({ entries: REMEMBERED_KEYS });
    const presentDigests = () => recalled.at(presentState());
    const salt = randomBytes(32).toString('base64');
    const digestOf = (text) => hash('sha256', salt + text, 'base64');
    /** Concurrent requests with one key share one query; a query that failed is not remembered. */
    function look(secretHash) {
        const entries = present();
        const held = entries.get(secretHash);
        if (typeof held === 'object')
            return held;
        const found = readKey(database, secretHash);
        entries.set(secretHash, found);
        found.catch(() => entries.delete(secretHash));
        return found;
    }
    function callerOf(key, secretHash) {
        if (!key || !timingSafeEqual(Buffer.from(key.secretHash), Buffer.from(secretHash)))
            return null;
        return key.expiresAtMs === null || clock.now() < key.expiresAtMs ? key.caller : null;
    }
    function recall(text) {
        if (!epochs.isCurrent())
            return null;
        const recalled = presentDigests().get(digestOf(text));
        return typeof recalled === 'object' ? callerOf(recalled, recalled.secretHash) : null;
    }
    return {
        recall,
        async authenticate(text) {
            if (!isWellFormedApiKey(text))
                return null;
            const recalled = recall(text);
            if (recalled)
                return recalled;
            await epochs.refresh();
            const secretHash = secretHashOf({ pepper, key: text });
            const digests = presentDigests();
            const key = await look(secretHash);
            if (key)
                digests.set(digestOf(text), key);
            return callerOf(key, secretHash);
        },
    };
}
/** Whether a key may be used now, by one query and without remembering. */
export async function isActiveKey({ database, pepper, key, clock, }) {
    const known = isWellFormedApiKey(key) ? await readKey(database, secretHashOf({ pepper, key })) : null;
    return known !== null && (known.expiresAtMs === null || clock.now() < known.expiresAtMs);
}
async function readKey({ prisma }, secretHash) {
    const row = await prisma.apiKey.findUnique({ where: { secretHash }, include: { destinations: true } });
    if (!row || row.revokedAt !== null)
        return null;
    return {
        caller: {
            apiKeyId: row.id,
            channel: row.channelCode,
            destinations: row.allDestinations ? null : new Set(row.destinations.map((one) => one.destinationNumber)),
            scopes: new Set(row.scopes),
            prefix: row.prefix,
        },
        secretHash: row.secretHash,
        expiresAtMs: row.expiresAt?.getTime() ?? null,
    };
}
//# sourceMappingURL=api-keys.js.map