export {};
//# sourceMappingURL=VisitTypeCategoryLink.js.map