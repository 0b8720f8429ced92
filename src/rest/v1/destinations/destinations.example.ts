/** An answer of the demo catalogue as of 2026-11-21, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const DESTINATIONS_EXAMPLE = {
  "address": "/v1/destinations",
  "body": [
    {
      "_id": "6735f0a1c2b3d4e5f6a70001",
      "id": 1,
      "name": {"cs_CZ":"Karlovy Vary","de":"Karlsbad","en":"Karlovy Vary","ru":"Карловы Вары"}
    },
    {
      "_id": "6735f0a1c2b3d4e5f6a70002",
      "id": 2,
      "name": {"cs_CZ":"Mariánské Lázně","de":"Marienbad","en":"Mariánské Lázně","ru":"Марианские Лазне"}
    },
    {
      "_id": "6735f0a1c2b3d4e5f6a70003",
      "id": 3,
      "name": {"cs_CZ":"Luhačovice","de":"Luhatschowitz","en":"Luhačovice","ru":"Лугачовице"}
    }
  ]
};
