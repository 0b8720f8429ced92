export {};
//# sourceMappingURL=HotelImage.js.map