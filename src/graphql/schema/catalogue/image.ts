/** Images of destinations, hotels and room types. */

import { chain } from '../../../data/cache/maybe-promise.ts';
import type { HotelImage, RoomTypeImage } from '../../../data/generated/prisma/client.ts';
import { resolveAlt } from '../../../domain/hotel/image-alt.ts';
import type { Localized } from '../../../domain/text/localized.ts';
import { pictureOfDestination } from '../../../operations/search/list-hotels.ts';
import { builder } from '../builder.ts';
import { acrossDestinationCost } from '../list-costs.ts';
import { LocalizedText, parseLocalized } from '../localized-text.ts';
import { referredRow } from '../referred-row.ts';
import { Destination } from './destination.ts';
import { Hotel } from './hotel.ts';
import { RoomType } from './room-type.ts';

/** An image and the fallbacks of its alternative text. */
interface ImageShape {
  readonly row: Omit<HotelImage, 'hotelNumber'> | Omit<RoomTypeImage, 'roomTypeNumber'>;
  /** The category of the room type, for its images. */
  readonly category?: Localized;
  readonly hotelName: string;
}

const ImageVariant = builder.objectRef<{ width: number; url: string }>('ImageVariant').implement({
  description: 'A WebP version of a picture.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Its width in pixels: 480, 960, 1440 or 1920.' }),
    url: t.exposeString('url', { description: 'Its address.' }),
  }),
});

const Image = builder.objectRef<ImageShape>('Image').implement({
  description: 'A picture.',
  fields: (t) => ({
    url: t.string({
      description: 'Address of the original.',
      resolve: ({ row }, _, { services }) => services.imageAddress(row.url),
    }),
    thumbnailUrl: t.string({
      nullable: true,
      description: 'Address of a small version of unknown width, for where `variants` are empty; null: there is none.',
      resolve: ({ row }, _, { services }) => row.thumbnailUrl && services.imageAddress(row.thumbnailUrl),
    }),
    width: t.int({
      nullable: true,
      description: 'Width of the original in pixels; null: unknown.',
      resolve: ({ row }) => row.width,
    }),
    height: t.int({
      nullable: true,
      description: 'Height of the original in pixels; null: unknown.',
      resolve: ({ row }) => row.height,
    }),
    alt: t.field({
      type: LocalizedText,
      description:
        "Its alternative text. In a language that has none it is the hotel's name, or for a picture of a room the room's category in that language and the hotel's name where that has nothing in it either. An empty text is kept, by `text` too: the picture is decorative in that language.",
      resolve: ({ row, category, hotelName }) => ({
        isEmptyMeant: true,
        ...resolveAlt({ alt: parseLocalized(row.alt), category, hotelName }),
      }),
    }),
    variants: t.field({
      type: [ImageVariant],
      description:
        'Its WebP versions, the narrowest first, none wider than the original. Where there are none, use `thumbnailUrl`, and `url` where it is null.',
      resolve: ({ row }, _, { services }) =>
        Object.entries(row.variants as Record<string, string>)
          .filter(([, url]) => services.imageAddress(url) === url)
          .map(([width, url]) => ({ width: Number(width), url }))
          .sort((a, b) => a.width - b.width),
    }),
  }),
});

builder.prismaObjectFields(Hotel, (t) => ({
  images: t.field({
    type: [Image],
    description: 'Pictures of it, in order.',
    resolve: ({ number, name }, _, context) =>
      chain(context.hotelDetails.images.load(number), (rows) => (rows ?? []).map((row) => ({ row, hotelName: name }))),
  }),
}));

builder.prismaObjectFields(Destination, (t) => ({
  picture: t.field({
    type: Image,
    nullable: true,
    complexity: acrossDestinationCost,
    description: 'The first picture of the first hotel there, by number, that has one; null: none has.',
    resolve: ({ number }, _, context) => pictureOfDestination(context, number),
  }),
}));

builder.prismaObjectFields(RoomType, (t) => ({
  images: t.field({
    type: [Image],
    description: 'Pictures of it, in order.',
    resolve: ({ number, hotelNumber, category }, _, context) => {
      const images = context.hotelDetails.roomTypeImages.load(number);
      // Loaded before the images arrive, to save a round trip.
      const hotel = context.catalogue.hotel.load(hotelNumber);
      return chain(images, (rows) =>
        chain(hotel, (owner) =>
          (rows ?? []).map((row) => ({ row, category: parseLocalized(category), hotelName: referredRow(owner).name })),
        ),
      );
    },
  }),
}));
