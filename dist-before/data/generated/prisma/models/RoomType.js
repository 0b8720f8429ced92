export {};
//# sourceMappingURL=RoomType.js.map