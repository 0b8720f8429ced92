export {};
//# sourceMappingURL=Hotel.js.map