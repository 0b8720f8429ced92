export {};
//# sourceMappingURL=PriceList.js.map