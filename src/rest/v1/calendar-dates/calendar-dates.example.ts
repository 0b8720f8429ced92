/** An answer of the demo catalogue as of 2026-11-21, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const CALENDAR_DATES_EXAMPLE = {
  "address": "/v1/calendar/dates?visit_type_id=101&hotel_id=1&room_type_id=11&date_from=2027-02-01&date_to=2027-02-03",
  "acceptLanguage": "cs, en",
  "body": [
    {
      "date": "2027-02-01",
      "selectable": true,
      "availability": "AVAILABLE",
      "price": {"is_final":true,"cs_CZ":{"amount":3720,"currency":"CZK"},"en":{"amount":148,"currency":"EUR"}}
    },
    {
      "date": "2027-02-02",
      "selectable": true,
      "availability": "AVAILABLE",
      "price": {"is_final":true,"cs_CZ":{"amount":3720,"currency":"CZK"},"en":{"amount":148,"currency":"EUR"}}
    },
    {
      "date": "2027-02-03",
      "selectable": true,
      "availability": "AVAILABLE",
      "price": {"is_final":true,"cs_CZ":{"amount":3720,"currency":"CZK"},"en":{"amount":148,"currency":"EUR"}}
    }
  ]
};
