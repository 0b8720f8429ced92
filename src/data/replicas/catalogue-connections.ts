/**
 * Connections for reading the catalogue where there are replicas. Replicas take turns answering what they can prove recent
 * enough; the primary answers the rest. A statement fails only if the primary refuses it, whatever happens to a replica. To
 * Prisma's adapter this looks like the primary's pool.
 */

import pg from 'pg';
import { firstSuccess } from '../first-success.ts';
import { onlyRow, queryOn } from '../sql/statement.ts';
import { Quorum } from './quorum.ts';
import { type OnReplicaChange, READ_IDENTITY, ReadReplica, type ReplicaState } from './replicas.ts';

/** Sends single statements to replicas when possible, transactions to the primary. */
export class CatalogueConnections extends pg.Pool {
  readonly #primary: pg.Pool;
  readonly #replicas: readonly ReadReplica[];
  readonly #knownEpochs = new Set<() => number>();
  #last = 0;
  /** The primary's identity, as it was last read; null: it was not yet. */
  #identity: string | null = null;
  /** Null where an acknowledged commit may be on one server alone. */
  readonly quorum: Quorum | null;

  constructor({
    primary,
    replicas,
    isSynchronous = false,
    onChange = () => {},
  }: {
    primary: pg.Pool;
    /** Owned by this object; ended by `closeReplicas`. */
    replicas: readonly pg.Pool[];
    /** Whether they are all servers of a cluster, of which two have each acknowledged commit. */
    isSynchronous?: boolean;
    onChange?: OnReplicaChange | undefined;
  }) {
    // It opens no connections of its own.
    super({ max: 1 });
    this.#primary = primary;
    this.quorum = isSynchronous ? new Quorum(replicas, () => this.#identity) : null;
    const knownEpoch = () => this.#knownEpoch();
    const identity = () => this.#readPrimaryIdentity();
    this.#replicas = replicas.map(
      (pool, place) => new ReadReplica({ index: place + 1, pool, knownEpoch, identity, onChange }),
    );
  }

  /**
   * Enables replicas until the returned function is called. They answer for nothing older than the catalogue epoch of `knownEpoch`.
   * Where commits wait for replicas, those are ahead of what the primary shows: what is read under an epoch that was seen only on a
   * replica must not be cached, because the primary's older rows would be taken for newer ones.
   */
  enableReplicas(knownEpoch: () => number): () => void {
    this.#knownEpochs.add(knownEpoch);
    for (const replica of this.#replicas) replica.isReady();
    return () => {
      this.#knownEpochs.delete(knownEpoch);
    };
  }

  states(): ReplicaState[] {
    return this.#replicas.map((replica) => replica.state());
  }

  async closeReplicas(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Takes a statement with its values and returns the promise of a result. `never` satisfies all overloads. */
  override query(statement: unknown): never {
    return this.#run(statement as pg.QueryConfig) as never;
  }

  override connect(): never {
    return this.#primary.connect() as never;
  }

  async #run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const answer = await this.#nextReadyReplica()?.query(statement);
    if (answer) return answer;
    if (this.quorum === null) return this.#primary.query(statement);
    // Through a pooler a primary that is away does not fail for seconds, and others wait for their turn meanwhile.
    return firstSuccess(this.#primary.query(statement), this.quorum.read(statement, this.#knownEpoch()));
  }

  #nextReadyReplica(): ReadReplica | null {
    // Nothing can be proven while epochs are not watched.
    if (this.#knownEpochs.size === 0) return null;
    const count = this.#replicas.length;
    for (let step = 1; step <= count; step++) {
      const place = (this.#last + step) % count;
      const replica = this.#replicas[place];
      if (!replica?.isReady()) continue;
      this.#last = place;
      return replica;
    }
    return null;
  }

  #knownEpoch(): number {
    return Math.max(0, ...[...this.#knownEpochs].map((knownEpoch) => knownEpoch()));
  }

  async #readPrimaryIdentity(): Promise<string> {
    const row = onlyRow(await queryOn(this.#primary, READ_IDENTITY));
    this.#identity = row.identity;
    return row.identity;
  }
}
