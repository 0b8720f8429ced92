/** An answer of the demo catalogue as of 2026-11-21, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const ROOM_TYPES_EXAMPLE = {
  "address": "/v2/room-types?hotelId=1",
  "acceptLanguage": "cs, en",
  "body": {
    "data": [
      {
        "_id": "6735f0a1c2b3d4e5f6a70001",
        "id": 11,
        "code": "DBL",
        "category": {"cs_CZ":"Dvoulůžkový Comfort","en":"Double Comfort"},
        "beds": 2,
        "images": [
          {
            "url": "https://images.example.com/aurora/dbl.jpg",
            "thumbnailUrl": "https://images.example.com/aurora/dbl-small.jpg",
            "width": 1200,
            "height": 800,
            "alt": {"cs_CZ":"Dvoulůžkový Comfort","en":"Double Comfort"},
            "variants": {
              "480": "https://images.example.com/aurora/dbl-480.webp",
              "960": "https://images.example.com/aurora/dbl-960.webp"
            }
          }
        ],
        "hotel": {"_id":"6735f0a1c2b3d4e5f6a70002","id":1,"code":"aurora","name":"Hotel Aurora"}
      },
      {
        "_id": "6735f0a1c2b3d4e5f6a70003",
        "id": 12,
        "code": "SGL",
        "category": {"cs_CZ":"Jednolůžkový Comfort","en":"Single Comfort"},
        "beds": 1,
        "images": [],
        "hotel": {"_id":"6735f0a1c2b3d4e5f6a70002","id":1,"code":"aurora","name":"Hotel Aurora"}
      },
      {
        "_id": "6735f0a1c2b3d4e5f6a70004",
        "id": 13,
        "code": "APT",
        "category": {"cs_CZ":"Rodinné apartmá","en":"Family apartment"},
        "beds": 3,
        "images": [
          {
            "url": "https://images.example.com/aurora/apt.jpg",
            "thumbnailUrl": null,
            "width": null,
            "height": null,
            "alt": {"cs_CZ":"Rodinné apartmá","en":"Family apartment"},
            "variants": {}
          }
        ],
        "hotel": {"_id":"6735f0a1c2b3d4e5f6a70002","id":1,"code":"aurora","name":"Hotel Aurora"}
      }
    ],
    "nextCursor": null
  }
};
