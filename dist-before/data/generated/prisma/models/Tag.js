export {};
//# sourceMappingURL=Tag.js.map