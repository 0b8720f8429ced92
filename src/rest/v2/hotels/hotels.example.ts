/** An answer of the demo catalogue as of 2026-11-21, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const HOTELS_EXAMPLE = {
  "address": "/v2/hotels?code=aurora",
  "acceptLanguage": "en",
  "body": {
    "data": [
      {
        "_id": "6735f0a1c2b3d4e5f6a70001",
        "id": 1,
        "code": "aurora",
        "name": "Hotel Aurora",
        "stars": 4,
        "destination": {"_id":"6735f0a1c2b3d4e5f6a70002","id":1,"name":{"en":"Karlovy Vary"}},
        "shortDescription": {"en":"A spa hotel with its own treatment centre, a few steps from the Mill Colonnade."},
        "channelContent": {"tagline":{"en":"A spa with a soul"}},
        "accommodationRules": {
          "checkInFrom": "14:00",
          "checkInTo": "22:00",
          "checkOutTo": "10:00",
          "petsAllowed": true,
          "childrenFromAge": 3,
          "smokingAllowed": false,
          "note": {"en":"Dogs up to 10 kg at a surcharge."}
        },
        "mealServices": [
          {"boarding":"BREAKFAST","servedAs":"BUFFET","from":"07:00","to":"10:00"},
          {"boarding":"LUNCH","servedAs":"MENU","from":"12:00","to":"14:00"},
          {"boarding":"DINNER","servedAs":"BUFFET","from":"17:30","to":"20:00"}
        ],
        "indicationCodes": ["III/1","III/2","IV/1","VII/6"],
        "staffLanguageCodes": ["cs","de","en","ru"],
        "images": [
          {
            "url": "https://images.example.com/aurora/front.jpg",
            "thumbnailUrl": "https://images.example.com/aurora/front-small.jpg",
            "width": 2400,
            "height": 1600,
            "alt": {"en":"Hotel front"},
            "variants": {
              "480": "https://images.example.com/aurora/front-480.webp",
              "960": "https://images.example.com/aurora/front-960.webp",
              "1440": "https://images.example.com/aurora/front-1440.webp",
              "1920": "https://images.example.com/aurora/front-1920.webp"
            }
          },
          {
            "url": "https://images.example.com/aurora/pool.jpg",
            "thumbnailUrl": "https://images.example.com/aurora/pool-small.jpg",
            "width": 1200,
            "height": 800,
            "alt": {"en":"Hotel Aurora"},
            "variants": {
              "480": "https://images.example.com/aurora/pool-480.webp",
              "960": "https://images.example.com/aurora/pool-960.webp"
            }
          },
          {
            "url": "https://images.example.com/aurora/ornament.jpg",
            "thumbnailUrl": "https://images.example.com/aurora/ornament-small.jpg",
            "width": 640,
            "height": 640,
            "alt": {"en":""},
            "variants": {"480":"https://images.example.com/aurora/ornament-480.webp"}
          }
        ],
        "roomTypes": [
          {
            "_id": "6735f0a1c2b3d4e5f6a70003",
            "id": 11,
            "code": "DBL",
            "category": {"en":"Double Comfort"},
            "beds": 2,
            "images": [
              {
                "url": "https://images.example.com/aurora/dbl.jpg",
                "thumbnailUrl": "https://images.example.com/aurora/dbl-small.jpg",
                "width": 1200,
                "height": 800,
                "alt": {"en":"Double Comfort"},
                "variants": {
                  "480": "https://images.example.com/aurora/dbl-480.webp",
                  "960": "https://images.example.com/aurora/dbl-960.webp"
                }
              }
            ]
          },
          {
            "_id": "6735f0a1c2b3d4e5f6a70004",
            "id": 12,
            "code": "SGL",
            "category": {"en":"Single Comfort"},
            "beds": 1,
            "images": []
          },
          {
            "_id": "6735f0a1c2b3d4e5f6a70005",
            "id": 13,
            "code": "APT",
            "category": {"en":"Family apartment"},
            "beds": 3,
            "images": [
              {
                "url": "https://images.example.com/aurora/apt.jpg",
                "thumbnailUrl": null,
                "width": null,
                "height": null,
                "alt": {"en":"Family apartment"},
                "variants": {}
              }
            ]
          }
        ],
        "amenityCategories": [
          {
            "category": {"code":"wellness"},
            "amenities": [
              {
                "code": "sauna",
                "access": "included",
                "options": [{"code":"finnish"},{"code":"steam"}],
                "openingHours": [
                  {"days":["MON","TUE","WED","THU","FRI"],"from":"14:00","to":"21:00"},
                  {"days":["SAT","SUN"],"from":"10:00","to":"21:00"}
                ],
                "note": {"en":"Ladies only on Wednesdays."}
              },
              {
                "code": "pool",
                "access": "included",
                "openingHours": [{"days":["MON","TUE","WED","THU","FRI","SAT","SUN"],"from":"07:00","to":"21:00"}],
                "area": 96.5,
                "temperature": 30,
                "ageLimit": null,
                "note": {"en":null}
              },
              {"code":"thermal_spring","distance":150,"temperature":65.1,"note":{"en":null}}
            ]
          },
          {
            "category": {"code":"services"},
            "amenities": [
              {
                "code": "parking",
                "access": "paid",
                "options": [{"code":"garage"}],
                "quantity": 24,
                "distance": 0,
                "note": {"en":null}
              },
              {"code":"wifi","access":"included"},
              {"code":"lift"}
            ]
          },
          {
            "category": {"code":"dining"},
            "amenities": [
              {
                "code": "special_diet",
                "options": [{"code":"gluten_free"},{"code":"diabetic"}],
                "note": {"en":null}
              }
            ]
          }
        ],
        "priceFrom": {
          "CZK": {
            "all": {
              "perPersonPerNight": {
                "amount": 1240,
                "original": 1240,
                "nights": 1,
                "occupancy": 2,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70006","id":116,"name":{"en":"Half board"}}
              },
              "perStay": {
                "amount": 1530,
                "original": 1530,
                "nights": 1,
                "occupancy": 1,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70006","id":116,"name":{"en":"Half board"}}
              }
            },
            "health": {
              "perPersonPerNight": {
                "amount": 1362.86,
                "original": 1362.86,
                "nights": 7,
                "occupancy": 2,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70007","id":106,"name":{"en":"Seniors 60+"}}
              },
              "perStay": {
                "amount": 4158,
                "original": 4620,
                "nights": 2,
                "occupancy": 1,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70008","id":101,"name":{"en":"Spa taster"}}
              }
            },
            "wellness": {
              "perPersonPerNight": {
                "amount": 1780,
                "original": 1780,
                "nights": 2,
                "occupancy": 2,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70009","id":113,"name":{"en":"Midweek break"}}
              },
              "perStay": {
                "amount": 4840,
                "original": 4840,
                "nights": 2,
                "occupancy": 1,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a7000a","id":114,"name":{"en":"Advent wellness"}}
              }
            }
          },
          "EUR": {
            "all": {
              "perPersonPerNight": {
                "amount": 49.5,
                "original": 49.5,
                "nights": 1,
                "occupancy": 2,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70006","id":116,"name":{"en":"Half board"}}
              },
              "perStay": {
                "amount": 61,
                "original": 61,
                "nights": 1,
                "occupancy": 1,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70006","id":116,"name":{"en":"Half board"}}
              }
            },
            "health": {
              "perPersonPerNight": {
                "amount": 55,
                "original": 55,
                "nights": 7,
                "occupancy": 2,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70007","id":106,"name":{"en":"Seniors 60+"}}
              },
              "perStay": {
                "amount": 164.7,
                "original": 183,
                "nights": 2,
                "occupancy": 1,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70008","id":101,"name":{"en":"Spa taster"}}
              }
            },
            "wellness": {
              "perPersonPerNight": {
                "amount": 71.5,
                "original": 71.5,
                "nights": 2,
                "occupancy": 2,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a70009","id":113,"name":{"en":"Midweek break"}}
              },
              "perStay": {
                "amount": 194,
                "original": 194,
                "nights": 2,
                "occupancy": 1,
                "visitType": {"_id":"6735f0a1c2b3d4e5f6a7000a","id":114,"name":{"en":"Advent wellness"}}
              }
            }
          }
        }
      }
    ],
    "nextCursor": null
  }
};
