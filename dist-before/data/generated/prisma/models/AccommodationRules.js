export {};
//# sourceMappingURL=AccommodationRules.js.map