export {};
//# sourceMappingURL=Channel.js.map