export {};
//# sourceMappingURL=Promotion.js.map