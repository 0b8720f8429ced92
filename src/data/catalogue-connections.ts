/**
 * The connections over which the catalogue is read where there are replicas: they answer in turn what they can prove to be
 * recent enough, and the primary everything else. Whatever happens to a replica, a statement fails only if the primary
 * refuses it. To Prisma's adapter it looks like the pool of the primary.
 */
import pg from 'pg';
import { IDENTITY, type OnReplicaChange, ReadReplica, type ReplicaState } from './replicas.ts';

/** Single statements go to replicas where they can, transactions to the primary. */
export class CatalogueConnections extends pg.Pool {
  readonly #primary: pg.Pool;
  readonly #replicas: readonly ReadReplica[];
  readonly #known = new Set<() => bigint>();
  #last = 0;

  constructor({
    primary,
    replicas,
    onChange = () => {},
  }: {
    primary: pg.Pool;
    /** Their connections, nobody else's; ended with `closeReplicas`. */
    replicas: readonly pg.Pool[];
    onChange?: OnReplicaChange | undefined;
  }) {
    // Of its own it has no connections.
    super({ max: 1 });
    this.#primary = primary;
    const known = () => this.#mostKnown();
    const identity = () => this.#identityOfPrimary();
    this.#replicas = replicas.map(
      (pool, place) => new ReadReplica({ index: place + 1, pool, known, identity, onChange }),
    );
  }

  /**
   * From now on, until the returned function is called, replicas are asked, and answer for nothing older than the catalogue
   * epoch that `known` gives. An epoch that only a replica has shown must not be among the known ones: where commits wait
   * for replicas, these are ahead of what the primary shows, and its older rows would be taken for the newer.
   */
  prove(known: () => bigint): () => void {
    this.#known.add(known);
    for (const replica of this.#replicas) replica.isReady();
    return () => {
      this.#known.delete(known);
    };
  }

  states(): ReplicaState[] {
    return this.#replicas.map((replica) => replica.state());
  }

  async closeReplicas(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Takes a statement with its values in it and gives the promise of a result; `never` is what fits all overloads. */
  override query(statement: unknown): never {
    return this.#run(statement as pg.QueryConfig) as never;
  }

  override connect(): never {
    return this.#primary.connect() as never;
  }

  async #run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const answer = await this.#nextReady()?.answer(statement);
    return answer ?? this.#primary.query(statement);
  }

  #nextReady(): ReadReplica | null {
    // Before epochs are watched, and after, nothing could be proven.
    if (this.#known.size === 0) return null;
    const count = this.#replicas.length;
    for (let step = 1; step <= count; step++) {
      const place = (this.#last + step) % count;
      if (!this.#replicas[place]!.isReady()) continue;
      this.#last = place;
      return this.#replicas[place]!;
    }
    return null;
  }

  #mostKnown(): bigint {
    return [...this.#known].map((known) => known()).reduce((most, one) => (one > most ? one : most), 0n);
  }

  async #identityOfPrimary(): Promise<string> {
    const { rows } = await this.#primary.query<{ identity: string }>(IDENTITY);
    return rows[0]!.identity;
  }
}
