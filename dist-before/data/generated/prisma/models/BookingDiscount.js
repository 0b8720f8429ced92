export {};
//# sourceMappingURL=BookingDiscount.js.map