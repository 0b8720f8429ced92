/** A booking in the sample catalogue, written straight into the database. */
import type { Database } from '../../src/data/database/database.ts';

const CLIENT_ID = '300000000000000000000001';
const KEY_ID = '100000000000000000000001';

/** An API key in the channel `partner` that sees destination 2, and a booking of room type 11 by visit type 101. */
export async function addBooking({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  await prisma.client.create({ data: { id: CLIENT_ID, name: 'Test' } });
  await prisma.apiKey.create({
    data: {
      id: KEY_ID,
      clientId: CLIENT_ID,
      prefix: 'key',
      secretHash: '0'.repeat(64),
      name: 'Test',
      channelCode: 'partner',
      allDestinations: false,
      scopes: ['read', 'book'],
      destinations: { create: { destinationNumber: 2 } },
    },
  });
  await prisma.booking.create({
    data: {
      id: '200000000000000000000001',
      kind: 'BINDING',
      reference: '00000000',
      status: 'CONFIRMED',
      hasRooms: true,
      clientId: CLIENT_ID,
      apiKeyId: KEY_ID,
      channelCode: 'partner',
      visitTypeNumber: 101,
      hotelNumber: 1,
      roomTypeNumber: 11,
      arrival: new Date('2027-01-02'),
      departure: new Date('2027-01-04'),
      currency: 'CZK',
      priceListKind: 'PER_NIGHT',
      baseMinor: 100,
      amountMinor: 100,
      language: 'cs_CZ',
      guests: { create: { position: 1, firstName: 'Jana', lastName: 'Malá', loyaltyProgramNumber: 1 } },
    },
  });
  await sell({ prisma }, { roomType: 11, nights: ['2027-01-02', '2027-01-03'] });
}

/** A stay of room type 11 by visit type 101, held until a day that is far ahead unless another one is given. */
export async function addHold({ prisma }: Pick<Database, 'prisma'>, expiresAt = new Date('9999-01-01')): Promise<void> {
  const client = await prisma.client.upsert({
    where: { id: CLIENT_ID },
    create: { id: CLIENT_ID, name: 'Test' },
    update: {},
  });
  await prisma.stayHold.create({
    data: {
      id: '400000000000000000000001',
      clientId: client.id,
      isTest: false,
      visitTypeNumber: 101,
      hotelNumber: 1,
      roomTypeNumber: 11,
      arrival: new Date('2027-01-02'),
      departure: new Date('2027-01-04'),
      quote: {},
      cancellationTerms: [],
      programs: [],
      expiresAt,
    },
  });
}

/** Takes one room of a type on each night, as a booking does. */
export async function sell(
  { prisma }: Pick<Database, 'prisma'>,
  { roomType, nights }: { roomType: number; nights: readonly string[] },
): Promise<void> {
  await prisma.inventoryNight.updateMany({
    where: { roomTypeNumber: roomType, night: { in: nights.map((night) => new Date(night)) } },
    data: { sold: { increment: 1 } },
  });
}
