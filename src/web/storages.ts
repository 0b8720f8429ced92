/**
 * What the browser keeps for the pages: texts by their names. A browser may forbid that, or have no room: then a text is kept as long as
 * the page is open, so nothing fails on it.
 */

class TextStorage {
  readonly #browser: () => Storage;
  /** Texts that the browser did not take; null: one that it did not remove. */
  readonly #own = new Map<string, string | null>();

  constructor(browser: () => Storage) {
    this.#browser = browser;
  }

  get(name: string): string | null {
    const own = this.#own.get(name);
    return own === undefined ? this.#ask((storage) => storage.getItem(name), null) : own;
  }

  /** The text as JSON; null: there is none, or it is damaged. */
  parsed(name: string): unknown {
    try {
      return JSON.parse(this.get(name) ?? 'null');
    } catch {
      return null;
    }
  }

  /** Keeps the text; null removes it. */
  set(name: string, text: string | null): void {
    const isTaken = this.#ask((storage) => {
      if (text === null) storage.removeItem(name);
      else storage.setItem(name, text);
      return true;
    }, false);
    if (isTaken) this.#own.delete(name);
    else this.#own.set(name, text);
  }

  names(): string[] {
    return [...new Set([...this.#ask(Object.keys, []), ...this.#own.keys()])];
  }

  /** Where storage is forbidden, even reading `sessionStorage` throws. */
  #ask<Answer>(ask: (storage: Storage) => Answer, otherwise: Answer): Answer {
    try {
      return ask(this.#browser());
    } catch {
      return otherwise;
    }
  }
}

/** It outlives a reload, but not the window. */
export const windowStorage = new TextStorage(() => sessionStorage);
/** It is there for later visits and other windows. */
export const browserStorage = new TextStorage(() => localStorage);
