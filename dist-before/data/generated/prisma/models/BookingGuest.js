export {};
//# sourceMappingURL=BookingGuest.js.map