export {};
//# sourceMappingURL=BookingPromotion.js.map