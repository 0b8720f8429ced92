export {};
//# sourceMappingURL=RoomTypeImage.js.map