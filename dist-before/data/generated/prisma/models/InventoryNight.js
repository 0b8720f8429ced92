export {};
//# sourceMappingURL=InventoryNight.js.map