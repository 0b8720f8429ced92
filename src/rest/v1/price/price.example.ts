/** An answer of the demo catalogue as of 2026-11-21, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const PRICE_EXAMPLE = {
  "address": "/v1/price?visit_type_id=101&room_type_id=11&date_from=2027-01-28&date_to=2027-02-04&loyalty_program_id_1=1",
  "acceptLanguage": "cs, en",
  "body": {
    "cs_CZ": {
      "amount": 23938.2,
      "currency": "CZK",
      "price_breakdown": {
        "base_price": 26040,
        "discounts": [
          {
            "price_discount": 613.8,
            "guest": 1,
            "loyalty_program": {"_id":"6735f0a1c2b3d4e5f6a70001","id":1,"name":{"cs_CZ":"Klub Pramen","en":"Spring Club"}}
          }
        ],
        "promotions": [
          {
            "name": {"cs_CZ":"Sleva měsíce","en":"Offer of the month"},
            "percentage": 10,
            "amount": 1488,
            "nights": 4,
            "valid_from": "2026-10-01",
            "valid_to": "2027-02-01"
          }
        ]
      }
    },
    "en": {
      "amount": 952.38,
      "currency": "EUR",
      "price_breakdown": {
        "base_price": 1036,
        "discounts": [
          {
            "price_discount": 24.42,
            "guest": 1,
            "loyalty_program": {"_id":"6735f0a1c2b3d4e5f6a70001","id":1,"name":{"cs_CZ":"Klub Pramen","en":"Spring Club"}}
          }
        ],
        "promotions": [
          {
            "name": {"cs_CZ":"Sleva měsíce","en":"Offer of the month"},
            "percentage": 10,
            "amount": 59.2,
            "nights": 4,
            "valid_from": "2026-10-01",
            "valid_to": "2027-02-01"
          }
        ]
      }
    }
  }
};
