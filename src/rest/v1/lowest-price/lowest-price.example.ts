/** An answer of the demo catalogue as of 2026-11-21, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const LOWEST_PRICE_EXAMPLE = {
  "address": "/v1/lowest-price?visit_type_id=101&hotel_id=1",
  "body": {
    "cs_CZ": {"amount_per_night":1674,"original_amount_per_night":1860,"currency":"CZK"},
    "de": {"amount_per_night":66.6,"original_amount_per_night":74,"currency":"EUR"},
    "en": {"amount_per_night":66.6,"original_amount_per_night":74,"currency":"EUR"},
    "ru": {"amount_per_night":66.6,"original_amount_per_night":74,"currency":"EUR"}
  }
};
