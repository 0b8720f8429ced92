/** One epoch for everything: any change forgets all that is cached. */
import * as whole from '../../../src/data/cache/epoch-table.ts';

export * from '../../../src/data/cache/epoch-table.ts';

export class EpochTable extends whole.EpochTable {
  override of(): number {
    return this.base + this.version();
  }
}
