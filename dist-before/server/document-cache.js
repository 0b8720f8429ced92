import { LRUCache } from 'lru-cache';
/** Measured with graphql 16: a token with its node and its place. */
const BYTES_PER_TOKEN = 500;
const BYTES_PER_CHARACTER = 2;
const OVERHEAD_BYTES = 1_000;
/** Caches that take so many bytes at most, those of what cannot be parsed a tenth of it. */
export function createDocumentCaches({ bytes }) {
    const textBytes = (text) => OVERHEAD_BYTES + text.length * BYTES_PER_CHARACTER;
    return {
        documentCache: new LRUCache({
            maxSize: bytes - Math.floor(bytes / 10),
            sizeCalculation: (document, text) => textBytes(text) + tokensOf(document, text) * BYTES_PER_TOKEN,
        }),
        errorCache: new LRUCache({ maxSize: Math.floor(bytes / 10), sizeCalculation: (_, text) => textBytes(text) }),
    };
}
/** The parser counts tokens without saying so in its types. At worst every other character is one. */
function tokensOf(document, text) {
    return document.tokenCount ?? Math.ceil(text.length / 2);
}
//# sourceMappingURL=document-cache.js.map