export {};
//# sourceMappingURL=VisitTypeTag.js.map