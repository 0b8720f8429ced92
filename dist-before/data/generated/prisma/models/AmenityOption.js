export {};
//# sourceMappingURL=AmenityOption.js.map