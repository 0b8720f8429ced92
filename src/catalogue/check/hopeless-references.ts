/**
 * Finds out early that a file is refused for references to nothing (A2). What a reference names may come later in the file, so all of
 * them can be settled only at its end; but what has passed its section, or has none in this file, will not come.
 */

import type { Working } from '../file/json-reader.ts';
import { createProblemList, type ProblemList } from '../file/problems.ts';
import { readSectionNames } from '../file/section-names.ts';
import type { CatalogueSource } from '../file/source.ts';
import { checkInventoryRooms, checkReferences } from './check-references.ts';
import type { FileFacts } from './file-facts.ts';
import type { StoredCatalogue } from './stored-catalogue.ts';

/** References to look at for the first time; then twice as many each time, so that the work stays linear. */
const FIRST_LOOK = 10_000;

export interface ReferencesInAdvance {
  /** Whether references of the file are looked up in the database at all: not if it replaces everything. */
  readonly replace: boolean;
  /** Called once at most. */
  loadStored(): Promise<StoredCatalogue>;
}

/** Looks from time to time, while a file is read. */
export class HopelessReferences {
  readonly #source: CatalogueSource;
  readonly #asked: ReferencesInAdvance;
  readonly #working: Working;
  #nextLook = FIRST_LOOK;
  #sections: readonly string[] | null = null;
  #stored: StoredCatalogue | null = null;

  /** @param working checks the references */
  constructor(source: CatalogueSource, asked: ReferencesInAdvance, working: Working) {
    this.#source = source;
    this.#asked = asked;
    this.#working = working;
  }

  /** Adds problems if there are enough of them to fill the list; else none, because the end of the file settles all. */
  async look(facts: FileFacts, section: string, problems: ProblemList): Promise<void> {
    if (facts.unsettled < this.#nextLook) return;
    this.#nextLook = facts.unsettled * 2;
    const { replace, loadStored } = this.#asked;
    this.#sections ??= await readSectionNames(this.#source, this.#working);
    this.#stored ??= await loadStored();
    const stored = this.#stored;
    const toCome = new Set(this.#sections.slice(Math.max(0, this.#sections.indexOf(section))));
    const check = (list: ProblemList) => {
      const context = { replace, problems: list };
      checkReferences(facts, { ...context, stored, toCome });
      if (!toCome.has('hotels')) checkInventoryRooms(facts, { ...context, stored: stored.named['room type'] });
    };
    this.#working(() => {
      const trial = createProblemList();
      check(trial);
      if (trial.isFull) check(problems);
    });
  }
}
