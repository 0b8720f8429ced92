export {};
//# sourceMappingURL=ApiKeyDestination.js.map