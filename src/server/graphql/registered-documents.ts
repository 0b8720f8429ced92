/**
 * Automatic persisted queries (F10): texts that clients have sent with their hash, so that the hash is enough from then on. They are
 * anybody's, because who has a hash has had the text. They are bounded for the process, and for each holder of a key, so that nobody
 * who sends ever new ones drives out those of all others.
 */
import { LRUCache } from 'lru-cache';

export interface RegisteredDocumentsBounds {
  readonly documents: number;
  readonly bytes: number;
  /** The most documents of one holder. */
  readonly documentsOfHolder: number;
  readonly bytesOfHolder: number;
}

const BOUNDS: RegisteredDocumentsBounds = {
  documents: 10_000,
  bytes: 32 * 1024 * 1024,
  documentsOfHolder: 1_000,
  // As much as the longest text of a request takes.
  bytesOfHolder: 1024 * 1024,
};
/** When there are more holders, those that registered least recently are forgotten with their documents. */
const MAX_HOLDERS = 10_000;
const BYTES_PER_CHARACTER = 2;
/** What an entry with its hash takes besides its text. */
const OVERHEAD_BYTES = 500;

interface Registered {
  readonly text: string;
  /** The documents of the holder who sent it. */
  readonly share: LRUCache<string, number>;
}

export class RegisteredDocuments {
  readonly #bounds: RegisteredDocumentsBounds;
  readonly #registered: LRUCache<string, Registered>;
  /** The sizes of each holder's texts, under their hashes. */
  readonly #shares = new LRUCache<string, LRUCache<string, number>>({
    max: MAX_HOLDERS,
    dispose: (share) => share.clear(),
  });

  constructor(bounds: RegisteredDocumentsBounds = BOUNDS) {
    this.#bounds = bounds;
    this.#registered = new LRUCache({
      max: bounds.documents,
      maxSize: bounds.bytes,
      sizeCalculation: ({ text }) => sizeOf(text),
      disposeAfter: ({ share }, hash) => void share.delete(hash),
    });
  }

  /** The text of a hash; null: it is not registered. */
  get(hash: string): string | null {
    const registered = this.#registered.get(hash);
    registered?.share.get(hash);
    return registered?.text ?? null;
  }

  /** Keeps a text of a holder under its hash. */
  register(hash: string, text: string, holder: string): void {
    if (sizeOf(text) > this.#bounds.bytesOfHolder || this.get(hash) !== null) return;
    const share = this.#shareOf(holder);
    this.#registered.set(hash, { text, share });
    share.set(hash, sizeOf(text));
  }

  /** Size in bytes. */
  stats(): { readonly entries: number; readonly size: number } {
    return { entries: this.#registered.size, size: this.#registered.calculatedSize };
  }

  #shareOf(holder: string): LRUCache<string, number> {
    const known = this.#shares.get(holder);
    if (known) return known;
    const share = new LRUCache<string, number>({
      max: this.#bounds.documentsOfHolder,
      maxSize: this.#bounds.bytesOfHolder,
      sizeCalculation: (bytes) => bytes,
      disposeAfter: (_, hash) => void this.#registered.delete(hash),
    });
    this.#shares.set(holder, share);
    return share;
  }
}

function sizeOf(text: string): number {
  return OVERHEAD_BYTES + text.length * BYTES_PER_CHARACTER;
}
