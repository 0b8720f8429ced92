/** The parts of the page's catalogue query. */
import type { ShopQuery } from './generated/operations.ts';

export type VisitType = ShopQuery['visitTypes']['nodes'][number];
export type Hotel = VisitType['hotels'][number]['hotel'];
export type Room = Hotel['roomTypes'][number];
