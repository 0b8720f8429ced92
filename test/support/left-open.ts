/** What a file has started or put into a folder: it is stopped or removed after the file, so that nothing disturbs the next one of its worker. */
export const leftOpen = new Set<{ stop(): Promise<void> }>();
