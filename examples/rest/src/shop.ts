/**
 * A shop over the REST interface: `openapi-typescript` types the paths from the OpenAPI document, `openapi-fetch` is the
 * client. What stands in a guest's way is an `error` with `message`. Holding and cancelling are GraphQL's alone, by
 * `@spa-stay/client`.
 */
import { type Locale, openShop as openStays } from '@spa-stay/client';
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi.d.ts';

export interface ShopOptions {
  readonly url: string;
  /** A publishable key may lie in the page. */
  readonly key: string;
  readonly language: 'cs' | 'de' | 'en' | 'ru';
  /** The refusal to try out, such as `no-capacity`, where the key is a test key. */
  readonly simulate?: string | undefined;
}

export type Order = components['schemas']['BindingBooking'];

export function openShop({ url, key, language, simulate }: ShopOptions) {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Accept-Language': language,
    ...(simulate && { 'Gateway-Simulate': simulate }),
  };
  const api = createClient<paths>({ baseUrl: `${url}/api`, headers });
  const stays = openStays({ url, key, locale: language.toUpperCase() as Locale, currency: 'EUR' });
  return {
    async list(query: paths['/v1/visit-types']['get']['parameters']['query']) {
      const { data, error, response } = await api.GET('/v1/visit-types', { params: { query } });
      if (!data) throw new Error(error.message);
      return { visitTypes: data, totalCount: Number(response.headers.get('X-Total-Count')) };
    },
    async hotel(hotelId: number) {
      const { data, error } = await api.GET('/v2/hotels/{hotelId}', { params: { path: { hotelId } } });
      if (!data) throw new Error(error.message);
      return data;
    },
    async rooms(hotelId: number) {
      const { data, error } = await api.GET('/v2/room-types', { params: { query: { hotelId } } });
      if (!data) throw new Error(error.message);
      return data.data;
    },
    async month(query: paths['/v1/calendar/dates']['get']['parameters']['query']) {
      const { data, error } = await api.GET('/v1/calendar/dates', { params: { query } });
      if (!data) throw new Error(error.message);
      return data;
    },
    /** The price, or why there is none. */
    async offer(query: paths['/v1/price']['get']['parameters']['query']) {
      const { data, error } = await api.GET('/v1/price', { params: { query } });
      return data ? { prices: data } : { message: error.message };
    },
    /** Books once for each key, however often it is sent. */
    async book(order: Order, idempotencyKey: string) {
      const { data, error } = await api.POST('/v1/booking', {
        params: { header: { 'Idempotency-Key': idempotencyKey } },
        body: order,
      });
      return data ? { id: data.id } : { message: error.message };
    },
    cancel: stays.cancel,
  };
}
