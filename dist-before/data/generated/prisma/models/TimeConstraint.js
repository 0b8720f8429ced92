export {};
//# sourceMappingURL=TimeConstraint.js.map