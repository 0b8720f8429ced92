export {};
//# sourceMappingURL=Destination.js.map