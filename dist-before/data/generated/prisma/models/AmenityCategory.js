export {};
//# sourceMappingURL=AmenityCategory.js.map