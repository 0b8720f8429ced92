/** Copies a text, because a piece of a long text would keep the whole of it in memory. Half characters become U+FFFD. */
export function detachText(text: string): string {
  return Buffer.from(text).toString();
}
