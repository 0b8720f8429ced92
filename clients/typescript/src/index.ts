export { type Ask, type Client, type ClientOptions, createClient, type TypedText } from './client.ts';
export { ConnectionError, GatewayError, type InputProblem } from './errors.ts';
export type * from './generated/operations.ts';
export { orThrow, RefusedError } from './results.ts';
export { type Order, openShop, type PartyOrder, type Shop, type ShopOptions } from './shop.ts';
