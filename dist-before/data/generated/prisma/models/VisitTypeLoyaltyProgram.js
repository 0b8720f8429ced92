export {};
//# sourceMappingURL=VisitTypeLoyaltyProgram.js.map