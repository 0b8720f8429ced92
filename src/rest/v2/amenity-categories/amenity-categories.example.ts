/** An answer of the demo catalogue as of 2026-11-21, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const AMENITY_CATEGORIES_EXAMPLE = {
  "address": "/v2/amenity-categories",
  "acceptLanguage": "en",
  "body": {
    "data": [
      {
        "category": {"code":"wellness","label":{"en":"Wellness and pools"}},
        "amenities": [
          {
            "code": "sauna",
            "label": {"en":"Sauna"},
            "detailKinds": ["access","options","opening_hours","note"],
            "options": [
              {"code":"finnish","label":{"en":"Finnish"}},
              {"code":"steam","label":{"en":"Steam bath"}},
              {"code":"infrared","label":{"en":"Infrared"}}
            ]
          },
          {
            "code": "pool",
            "label": {"en":"Swimming pool"},
            "detailKinds": ["access","opening_hours","area","temperature","age_limit","note"],
            "options": []
          },
          {
            "code": "thermal_spring",
            "label": {"en":"Mineral spring"},
            "detailKinds": ["distance","temperature","note"],
            "options": []
          },
          {"code":"fitness","label":{"en":"Gym"},"detailKinds":["access","area","age_limit"],"options":[]}
        ]
      },
      {
        "category": {"code":"services","label":{"en":"Services"}},
        "amenities": [
          {
            "code": "parking",
            "label": {"en":"Parking"},
            "detailKinds": ["access","options","quantity","distance","note"],
            "options": [{"code":"garage","label":{"en":"Garage"}},{"code":"outdoor","label":{"en":"Outdoor"}}]
          },
          {
            "code": "charging_station",
            "label": {"en":"Charging station"},
            "detailKinds": ["access","quantity"],
            "options": []
          },
          {"code":"wifi","label":{"en":"Wi-Fi"},"detailKinds":["access"],"options":[]},
          {"code":"lift","label":{"en":"Lift"},"detailKinds":[],"options":[]}
        ]
      },
      {
        "category": {"code":"dining","label":{"en":"Dining"}},
        "amenities": [
          {
            "code": "special_diet",
            "label": {"en":"Special diets"},
            "detailKinds": ["options","note"],
            "options": [
              {"code":"gluten_free","label":{"en":"Gluten-free"}},
              {"code":"vegetarian","label":{"en":"Vegetarian"}},
              {"code":"diabetic","label":{"en":"Diabetic"}}
            ]
          },
          {"code":"cafe","label":{"en":"Café"},"detailKinds":["opening_hours","note"],"options":[]}
        ]
      }
    ],
    "nextCursor": null
  }
};
