/** What runs by itself or lies in a folder until it is stopped, so that a file which forgets to does not disturb the next one of its worker. */
export const leftOpen = new Set<{ stop(): Promise<void> }>();
