export {};
//# sourceMappingURL=HotelTagline.js.map