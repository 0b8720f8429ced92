/**
 * The connections over which the catalogue is read where there are replicas: they answer in turn what they can prove to be
 * recent enough, and the primary everything else. Whatever happens to a replica, a statement fails only if the primary
 * refuses it. To Prisma's adapter it looks like the pool of the primary.
 */
import pg from 'pg';
import { IDENTITY, ReadReplica } from './replicas.js';
/** Single statements go to replicas where they can, transactions to the primary. */
export class CatalogueConnections extends pg.Pool {
    #primary;
    #replicas;
    #known = new Set();
    #last = 0;
    constructor({ primary, replicas, onChange = () => { }, }) {
        // Of its own it has no connections.
        super({ max: 1 });
        this.#primary = primary;
        const known = () => this.#mostKnown();
        const identity = () => this.#identityOfPrimary();
        this.#replicas = replicas.map((pool, place) => new ReadReplica({ index: place + 1, pool, known, identity, onChange }));
    }
    /**
     * From now on, until the returned function is called, replicas are asked, and answer for nothing older than the catalogue
     * epoch that `known` gives. An epoch that only a replica has shown must not be among the known ones: where commits wait
     * for replicas, these are ahead of what the primary shows, and its older rows would be taken for the newer.
     */
    prove(known) {
        this.#known.add(known);
        for (const replica of this.#replicas)
            replica.isReady();
        return () => {
            this.#known.delete(known);
        };
    }
    states() {
        return this.#replicas.map((replica) => replica.state());
    }
    async closeReplicas() {
        await Promise.all(this.#replicas.map((replica) => replica.close()));
    }
    /** Takes a statement with its values in it and gives the promise of a result; `never` is what fits all overloads. */
    query(statement) {
        return this.#run(statement);
    }
    connect() {
        return this.#primary.connect();
    }
    async #run(statement) {
        const answer = await this.#nextReady()?.answer(statement);
        return answer ?? this.#primary.query(statement);
    }
    #nextReady() {
        // Before epochs are watched, and after, nothing could be proven.
        if (this.#known.size === 0)
            return null;
        const count = this.#replicas.length;
        for (let step = 1; step <= count; step++) {
            const place = (this.#last + step) % count;
            if (!this.#replicas[place].isReady())
                continue;
            this.#last = place;
            return this.#replicas[place];
        }
        return null;
    }
    #mostKnown() {
        return [...this.#known].map((known) => known()).reduce((most, one) => (one > most ? one : most), 0n);
    }
    async #identityOfPrimary() {
        const { rows } = await this.#primary.query(IDENTITY);
        return rows[0].identity;
    }
}
//# sourceMappingURL=catalogue-connections.js.map