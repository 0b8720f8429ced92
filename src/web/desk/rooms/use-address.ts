/** What a clerk has chosen, in the address: it survives a reload, and can be shared. */
import { useLocation } from 'preact-iso';

export interface Address {
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Null removes a name. `isStep`: the back button leads here again. */
  change(values: Readonly<Record<string, string | null>>, options?: { readonly isStep?: boolean }): void;
}

export function useAddress(): Address {
  const { path, query, route } = useLocation();
  return {
    query,
    change(values, { isStep = false } = {}) {
      // Several changes may come before the next render.
      const { searchParams } = new URL(location.href);
      for (const [name, value] of Object.entries(values)) {
        if (value === null) searchParams.delete(name);
        else searchParams.set(name, value);
      }
      // Commas separate room types and weekdays; they need no escape.
      const text = searchParams.toString().replaceAll('%2C', ',');
      route(text === '' ? path : `${path}?${text}`, !isStep);
    },
  };
}
