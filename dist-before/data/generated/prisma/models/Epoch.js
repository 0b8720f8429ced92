export {};
//# sourceMappingURL=Epoch.js.map