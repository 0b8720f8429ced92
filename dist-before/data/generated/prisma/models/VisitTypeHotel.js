export {};
//# sourceMappingURL=VisitTypeHotel.js.map