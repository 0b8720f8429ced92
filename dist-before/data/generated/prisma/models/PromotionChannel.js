export {};
//# sourceMappingURL=PromotionChannel.js.map