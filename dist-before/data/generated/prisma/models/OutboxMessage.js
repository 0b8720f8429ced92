export {};
//# sourceMappingURL=OutboxMessage.js.map