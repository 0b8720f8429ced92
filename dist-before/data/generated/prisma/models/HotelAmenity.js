export {};
//# sourceMappingURL=HotelAmenity.js.map