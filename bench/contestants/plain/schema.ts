/** The part of the gateway's schema that the workloads use, so that mercurius gets the same documents. */

export const SCHEMA = `
  scalar LocalDate
  enum Currency { CZK EUR }
  enum StayCategory { HEALTH WELLNESS }
  enum Boarding { HALF_BOARD FULL_BOARD BREAKFAST LUNCH DINNER ALL_INCLUSIVE }
  enum Availability { NOT_AVAILABLE ON_DEMAND AVAILABLE }
  enum PriceListKind { PER_NIGHT PER_VISIT }

  type Query {
    viewer: Viewer!
    visitTypes(first: Int! = 10, after: String): VisitTypeConnection!
    hotel(id: ID!): Hotel
    calendar(filter: CalendarFilter, dateFrom: LocalDate, dateTo: LocalDate): [CalendarDay!]!
    quote(input: QuoteInput!): QuoteResult!
  }
  type Viewer { today: LocalDate! }

  type LocalizedText { cs: String de: String en: String ru: String }
  type Money { amount: Float! currency: Currency! }
  type LowestPrice { currency: Currency! amountPerNight: Money originalAmountPerNight: Money }

  type VisitTypeConnection { totalCount: Int! nodes: [VisitType!]! }
  type VisitType {
    number: Int! id: ID! stayCategory: StayCategory boarding: Boarding nightsMin: Int! nightsMax: Int! onDemand: Boolean!
    name: LocalizedText! description: LocalizedText! commercialSlogan: LocalizedText! services: LocalizedText!
    tags: [Tag!]! promotions: [Promotion!]! lowestPrice: [LowestPrice!]! hotels: [VisitTypeHotel!]!
  }
  type Tag { number: Int! name: LocalizedText! color: String! }
  type Promotion { number: Int! name: LocalizedText! percentage: Float! validFrom: LocalDate! validTo: LocalDate }
  type VisitTypeHotel { hotel: Hotel! promotions: [Promotion!]! lowestPrice: [LowestPrice!]! }
  type Hotel {
    number: Int! id: ID! code: String! name: String! stars: Int! destination: Destination! shortDescription: LocalizedText!
    indicationCodes: [String!]! staffLanguageCodes: [String!]! accommodationRules: AccommodationRules
    mealServices: [MealService!]! images: [Image!]! roomTypes: [RoomType!]! amenityCategories: [HotelAmenityCategory!]!
    priceFrom: [PriceFrom!]
  }
  type AccommodationRules {
    checkInFrom: String checkInTo: String checkOutTo: String petsAllowed: Boolean childrenFromAge: Int
    smokingAllowed: Boolean note: LocalizedText!
  }
  type MealService { boarding: Boarding! servedAs: String from: String to: String }
  type Image {
    url: String! thumbnailUrl: String width: Int height: Int alt: LocalizedText! variants: [ImageVariant!]!
  }
  type ImageVariant { url: String! width: Int! }
  type RoomType { number: Int! code: String! beds: Int! category: LocalizedText! images: [Image!]! }
  type HotelAmenityCategory { code: String! category: AmenityCategory! amenities: [HotelAmenity!]! }
  type AmenityCategory { name: LocalizedText! }
  type HotelAmenity {
    code: String! amenity: Amenity! charge: String quantity: Int area: Float temperature: Float distance: Float
    ageLimit: Int note: LocalizedText options: [AmenityOption!] openingHours: [OpeningHours!]
  }
  type Amenity { label: LocalizedText! }
  type AmenityOption { code: String! }
  type OpeningHours { days: [String!]! from: String! to: String! }
  type PriceFrom { currency: Currency! all: FromPrices! health: FromPrices wellness: FromPrices }
  type FromPrices { perPersonPerNight: FromPrice! perStay: FromPrice! }
  type FromPrice { amount: Money! original: Money! nights: Int! guests: Int! visitType: VisitType! }
  type Destination { number: Int! name: LocalizedText! }

  input CalendarFilter { visitType: ID hotel: ID roomType: ID }
  type CalendarDay { date: LocalDate! selectable: Boolean! availability: Availability! price: CalendarPrice }
  type CalendarPrice { isFinal: Boolean! amounts: [Money!]! }

  input GuestLoyaltyInput { guest: Int! program: ID! }
  input QuoteInput {
    visitType: ID! roomType: ID! arrival: LocalDate! departure: LocalDate! loyaltyPrograms: [GuestLoyaltyInput!]
  }
  union QuoteResult = StayQuotes | NotFound
  type StayQuotes { quotes: [Quote!]! }
  type NotFound { code: String! }
  type Quote {
    currency: Currency! nights: Int! priceListKind: PriceListKind! basePrice: Money! total: Money!
    promotions: [QuotePromotion!]! discounts: [QuoteDiscount!]!
  }
  type QuotePromotion {
    name: LocalizedText! percentage: Float! nights: Int! amount: Money! validFrom: LocalDate! validTo: LocalDate
  }
  type QuoteDiscount { guest: Int! percentage: Float! amount: Money! name: LocalizedText! }
`;
