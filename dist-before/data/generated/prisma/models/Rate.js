export {};
//# sourceMappingURL=Rate.js.map