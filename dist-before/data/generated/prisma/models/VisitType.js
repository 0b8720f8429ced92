export {};
//# sourceMappingURL=VisitType.js.map