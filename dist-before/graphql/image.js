import { when } from '../data/soon.js';
import { altOf, altOfHotel } from '../domain/image-alt.js';
import { builder } from './builder.js';
import { Hotel } from './hotel.js';
import { LocalizedText, localized } from './localized-text.js';
import { RoomType } from './room-type.js';
const ImageVariant = builder.objectRef('ImageVariant').implement({
    description: 'A WebP version of a picture.',
    fields: (t) => ({
        width: t.exposeInt('width', { description: 'Its width in pixels: 480, 960, 1440 or 1920.' }),
        url: t.exposeString('url', { description: 'Its address.' }),
    }),
});
const Image = builder.objectRef('Image').implement({
    description: 'A picture.',
    fields: (t) => ({
        url: t.string({ description: 'Address of the original.', resolve: ({ row }) => row.url }),
        thumbnailUrl: t.string({
            nullable: true,
            description: 'Address of a small version; null: there is none.',
            deprecationReason: 'Use `variants`, which say how wide they are. Where there are none, this field serves as before, and `url` where it is null.',
            resolve: ({ row }) => row.thumbnailUrl,
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
            description: "Its alternative text. In a language that has none it is the hotel's name, or for a picture of a room the room's category in that language, null when there is no such category either. An empty text is kept, by `text` too: the picture is decorative in that language.",
            resolve: ({ row, fallback }) => ({ isEmptyMeant: true, ...altOf({ alt: localized(row.alt), fallback }) }),
        }),
        variants: t.field({
            type: [ImageVariant],
            description: 'Its WebP versions, the narrowest first, none wider than the original. Where there are none, use `thumbnailUrl`, and `url` where it is null.',
            resolve: ({ row }) => Object.entries(row.variants)
                .map(([width, url]) => ({ width: Number(width), url }))
                .sort((a, b) => a.width - b.width),
        }),
    }),
});
builder.prismaObjectFields(Hotel, (t) => ({
    images: t.field({
        type: [Image],
        description: 'Pictures of it, in order.',
        resolve: ({ number, name }, _, { session }) => when(session.hotelDetails.images.load(number), (rows) => {
            const fallback = altOfHotel(name);
            return (rows ?? []).map((row) => ({ row, fallback }));
        }),
    }),
}));
builder.prismaObjectFields(RoomType, (t) => ({
    images: t.field({
        type: [Image],
        description: 'Pictures of it, in order.',
        resolve: ({ number, category }, _, { session }) => when(session.hotelDetails.roomTypeImages.load(number), (rows) => {
            const fallback = localized(category);
            return (rows ?? []).map((row) => ({ row, fallback }));
        }),
    }),
}));
//# sourceMappingURL=image.js.map