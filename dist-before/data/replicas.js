import { withoutRowValues } from './database-failures.js';
import { provenRead, StatementFailed } from './proven-read.js';
/** How often is looked whether one has caught up, or is back, in milliseconds. */
const LOOK_BEHIND_MS = 100;
const LOOK_AWAY_MS = 1_000;
/** What a database has in common with its physical copies and with no other database. */
export const IDENTITY = `SELECT system_identifier::text || '/' || current_database() AS identity FROM pg_control_system()`;
/** One address. */
export class ReadReplica {
    #index;
    #pool;
    #known;
    #identity;
    #onChange;
    /** The latest epoch that it showed: a hint whether it is worth asking, never a proof. */
    #shown = -1n;
    #away = false;
    /** Whether it was found to be a copy of the primary since it was last away. */
    #isRecognised = false;
    #isLookedAfter = false;
    #closed = false;
    #timer;
    #answered = 0;
    #passedOn = 0;
    constructor(replica) {
        this.#index = replica.index;
        this.#pool = replica.pool;
        this.#known = replica.known;
        this.#identity = replica.identity;
        this.#onChange = replica.onChange;
        // A lost idle connection is no event of its own.
        this.#pool.on('error', () => { });
    }
    /** Whether it is worth asking. If not, it is looked after in the background until it is. */
    isReady() {
        if (this.#seemsCaughtUp())
            return true;
        this.#look();
        return false;
    }
    state() {
        const caughtUp = this.isReady();
        return { index: this.#index, caughtUp, away: this.#away, answered: this.#answered, passedOn: this.#passedOn };
    }
    /** Its answer, proven to be no older than what this process knows at the call; null: ask the primary. */
    async answer(statement) {
        const known = this.#known();
        try {
            const { proof, result } = await provenRead(this.#pool, statement);
            this.#learn(proof);
            if (proof.epoch >= known) {
                this.#answered += 1;
                return result;
            }
        }
        catch (error) {
            if (!(error instanceof StatementFailed))
                this.#leave(error);
        }
        this.#passedOn += 1;
        return null;
    }
    async close() {
        this.#closed = true;
        clearTimeout(this.#timer);
        await this.#pool.end();
    }
    #seemsCaughtUp() {
        return this.#isRecognised && this.#shown >= this.#known();
    }
    #learn({ epoch, isStandby }) {
        // A standby that was promoted goes its own way from then on.
        if (!isStandby)
            throw new Error('it is no standby');
        this.#shown = epoch;
    }
    #leave(error) {
        this.#isRecognised = false;
        if (this.#closed)
            return;
        if (!this.#away) {
            this.#away = true;
            const { message } = withoutRowValues(error);
            this.#onChange({ index: this.#index, away: true, reason: message });
        }
        this.#look();
    }
    #look() {
        if (this.#isLookedAfter || this.#closed)
            return;
        this.#isLookedAfter = true;
        this.#ask().then(() => {
            if (this.#away)
                this.#onChange({ index: this.#index, away: false, reason: null });
            this.#away = false;
            if (this.#seemsCaughtUp())
                this.#isLookedAfter = false;
            else
                this.#lookIn(LOOK_BEHIND_MS);
        }, (error) => {
            this.#leave(error);
            this.#lookIn(LOOK_AWAY_MS);
        });
    }
    #lookIn(ms) {
        if (this.#closed)
            return;
        this.#timer = setTimeout(() => {
            this.#isLookedAfter = false;
            this.#look();
        }, ms);
        this.#timer.unref();
    }
    /** Looks at it, at nobody's expense. */
    async #ask() {
        const { proof, result } = await provenRead(this.#pool, { text: IDENTITY });
        const [row] = result.rows;
        if (row?.identity !== (await this.#identity()))
            throw new Error('it is no copy of the database at DATABASE_URL');
        this.#learn(proof);
        this.#isRecognised = true;
    }
}
//# sourceMappingURL=replicas.js.map