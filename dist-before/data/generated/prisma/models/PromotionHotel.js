export {};
//# sourceMappingURL=PromotionHotel.js.map