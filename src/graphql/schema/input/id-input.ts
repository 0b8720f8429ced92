import { builder } from '../builder.ts';

/** The input of a mutation that needs no more than an id. */
export function idInput(name: string, description: string, id: string) {
  return builder.inputType(name, { description, fields: (t) => ({ id: t.id({ required: true, description: id }) }) });
}
