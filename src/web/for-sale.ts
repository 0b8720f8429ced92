/** The parts of the page's catalogue query. */
import type { ShopQuery } from './generated/operations.ts';
import type { Whole } from './request.ts';

export type VisitType = Whole<ShopQuery>['visitTypes']['nodes'][number];
export type Hotel = VisitType['hotels'][number]['hotel'];
export type Room = Hotel['roomTypes'][number];
