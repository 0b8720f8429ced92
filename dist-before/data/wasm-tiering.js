/**
 * The embedded database is one large WebAssembly program of which a start runs every part a little. By default the engine
 * begins to optimise its functions at once and finishes when the start is over; told to wait until a function is really hot,
 * making a database takes 3.2 s instead of 4.7, opening one 0.5 s instead of 0.8, and a warm one is as fast as before.
 */
import { setFlagsFromString } from 'node:v8';
/** About a hundred times the default: bytes of code that a function has run before it is optimised. */
const TIERING_BUDGET = 200_000_000;
/** Has WebAssembly that is loaded from now on start first and be optimised later. */
export function optimiseWasmLater() {
    setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
//# sourceMappingURL=wasm-tiering.js.map