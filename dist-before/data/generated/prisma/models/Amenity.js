export {};
//# sourceMappingURL=Amenity.js.map