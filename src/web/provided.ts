/** Contexts whose value some component above always provides. */
import type { Context } from 'preact';
import { useContext } from 'preact/hooks';

/** @throws Error outside of the provider */
export function useProvided<Value>(context: Context<Value | null>): Value {
  const value = useContext(context);
  if (value === null) throw new Error('a component is used outside of its provider');
  return value;
}
