import { inventoryEntries } from './inventory-entries.js';
/** The memory before the first value. */
export function emptyFacts() {
    return {
        formatSeen: false,
        /** Sections in the order of the file. */
        order: [],
        entries: {
            channels: [],
            destinations: [],
            tags: [],
            loyaltyPrograms: [],
            visitTypeCategories: [],
            amenityCategories: [],
        },
        named: {
            channel: new Set(),
            destination: new Set(),
            tag: new Set(),
            'loyalty program': new Set(),
            'visit type category': new Set(),
            hotel: new Set(),
            'room type': new Set(),
            'visit type': new Set(),
        },
        amenityCategories: new Set(),
        amenities: new Map(),
        hotels: new Map(),
        roomTypes: new Map(),
        objectIds: new Map(),
        /** References that the file had not answered when it made them. */
        references: [],
        amenityUses: [],
        unsettledRates: [],
        inventory: inventoryEntries(),
    };
}
/** A copy that does not keep the piece of the file alive from which the text was cut. */
export function detached(text) {
    return Buffer.from(text).toString();
}
//# sourceMappingURL=file-facts.js.map