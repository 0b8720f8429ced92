export {};
//# sourceMappingURL=VisitTypeCategory.js.map