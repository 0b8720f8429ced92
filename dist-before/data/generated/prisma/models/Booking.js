export {};
//# sourceMappingURL=Booking.js.map