export {};
//# sourceMappingURL=LoyaltyProgram.js.map