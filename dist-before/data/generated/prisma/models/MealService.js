export {};
//# sourceMappingURL=MealService.js.map