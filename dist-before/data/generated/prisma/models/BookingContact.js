export {};
//# sourceMappingURL=BookingContact.js.map