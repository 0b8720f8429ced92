/** What the page has of the catalogue: the parts of one query. */
import type { ShopQuery } from './generated/operations.ts';

export type VisitType = ShopQuery['visitTypes']['nodes'][number];
export type Hotel = VisitType['hotels'][number]['hotel'];
export type Room = Hotel['roomTypes'][number];
