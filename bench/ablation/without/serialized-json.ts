/** A page is one value until it is sent: what it shows several times is written several times. */
import * as whole from '../../../src/operations/page/serialized-json.ts';
import { utf8 } from '../../../src/operations/utf8.ts';

export * from '../../../src/operations/page/serialized-json.ts';

export class SerializedJson implements Pick<whole.SerializedJson, 'number' | 'gaps' | 'toJSON' | 'filled'> {
  readonly number: number;
  readonly gaps: readonly whole.Gap[];
  readonly #value: Readonly<Record<string, unknown>>;

  constructor(number: number, value: unknown) {
    this.number = number;
    this.#value = value as Readonly<Record<string, unknown>>;
    this.gaps = Object.values(this.#value).filter((one) => one instanceof whole.Gap);
  }

  toJSON(): string {
    return this.#value as never;
  }

  filled(valueIn: (gap: whole.Gap) => unknown): never {
    const filled = Object.entries(this.#value).map(([name, value]) => [
      name,
      value instanceof whole.Gap ? valueIn(value) : value,
    ]);
    return Object.fromEntries(filled) as never;
  }
}

export const serializeListed: typeof whole.serializeListed = (listed, toRecord = (entity) => entity) =>
  listed.map((one) => ('toJSON' in one ? one : new SerializedJson(one.id, toRecord(one)))) as never;

export const serializeJson: typeof whole.serializeJson = (value) => utf8(JSON.stringify(value));
