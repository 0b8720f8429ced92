/** An answer of the demo catalogue as of 2026-11-21, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const VISIT_TYPES_EXAMPLE = {
  "address": "/v1/visit-types?max=1",
  "acceptLanguage": "en",
  "body": [
    {
      "_id": "6735f0a1c2b3d4e5f6a70001",
      "id": 118,
      "priority_position": 5,
      "on_demand": false,
      "stay_category": null,
      "name": {"en":"New Year at the spa"},
      "visit_type_categories": [
        {
          "_id": "6735f0a1c2b3d4e5f6a70002",
          "id": 5,
          "name": {"en":"Festive stays"},
          "visitTypes": [
            {
              "_id": "6735f0a1c2b3d4e5f6a70003",
              "id": 114,
              "priority_position": 65,
              "on_demand": false,
              "stay_category": "wellness",
              "name": {"en":"Advent wellness"},
              "nights_min": 2,
              "nights_max": 7,
              "reservation_time_span": "DAYS"
            },
            {
              "_id": "6735f0a1c2b3d4e5f6a70001",
              "id": 118,
              "priority_position": 5,
              "on_demand": false,
              "stay_category": null,
              "name": {"en":"New Year at the spa"},
              "nights_min": 5,
              "nights_max": 7,
              "reservation_time_span": "DAYS"
            }
          ]
        }
      ],
      "booking_url": {"en":null},
      "description": {"en":null},
      "nights_min": 5,
      "nights_max": 7,
      "reservation_time_span": "DAYS",
      "time_constraints": [],
      "procedures": 0,
      "procedure_frequency": "VISIT",
      "procedures_per_day": 0,
      "boarding": "FULL_BOARD",
      "available_boardings": [],
      "tags": [{"_id":"6735f0a1c2b3d4e5f6a70004","id":1,"name":{"en":"Bestseller"},"color":"2f9e44"}],
      "lowest_price": {"en":{"amount_per_night":141.8,"original_amount_per_night":141.8,"currency":"EUR"}},
      "promotions": [],
      "commercial_slogan": {"en":null},
      "notice": {"en":null},
      "services": {"en":null},
      "hotels": [
        {
          "_id": "6735f0a1c2b3d4e5f6a70005",
          "id": 1,
          "name": "Hotel Aurora",
          "lowest_price": {"en":{"amount_per_night":141.8,"original_amount_per_night":141.8,"currency":"EUR"}},
          "promotions": []
        },
        {
          "_id": "6735f0a1c2b3d4e5f6a70006",
          "id": 2,
          "name": "Vřídelní Palace",
          "lowest_price": {"en":{"amount_per_night":198.5,"original_amount_per_night":198.5,"currency":"EUR"}},
          "promotions": []
        }
      ],
      "loyalty_programs": []
    }
  ]
};
