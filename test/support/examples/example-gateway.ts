/** A gateway with the demo, for the shops of `examples/`: what they ask for, and what they leave behind. */
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { startGateway, type TestGateway } from '../gateway/gateway.ts';

const TODAY = '2027-01-10';

export interface AskedRequest {
  readonly method: string;
  readonly url: string;
}

export interface ExampleGateway {
  readonly gateway: TestGateway;
  readonly url: string;
  /** The requests since they were taken last. */
  takeRequests(): AskedRequest[];
  /** The bookings since they were taken last. */
  takeBookings(): Promise<{ status: string; isTest: boolean; total: number }[]>;
  /** How many nights are sold or held. */
  nightsTaken(): Promise<number>;
  close(): Promise<void>;
}

export async function exampleGateway(
  config: Parameters<typeof startGateway>[0]['config'] = {},
): Promise<ExampleGateway> {
  const gateway = await startGateway({ catalogue: demoCatalogue(parseDay(TODAY)!), today: TODAY, config });
  const asked: AskedRequest[] = [];
  const taken: string[] = [];
  gateway.server.on('request', ({ method = '', url = '' }) => asked.push({ method, url }));
  const { prisma } = gateway.database;
  return {
    gateway,
    url: await gateway.listen(),
    takeRequests: () => asked.splice(0),
    async takeBookings() {
      const rows = await prisma.booking.findMany({ where: { id: { notIn: taken } }, orderBy: { partyRoom: 'asc' } });
      taken.push(...rows.map(({ id }) => id));
      return rows.map(({ status, isTest, amountMinor }) => ({ status, isTest, total: Number(amountMinor) / 100 }));
    },
    async nightsTaken() {
      const nights = await prisma.inventoryNight.findMany({ select: { sold: true, held: true } });
      return nights.filter(({ sold, held }) => sold > 0 || Object.keys(held ?? {}).length > 0).length;
    },
    close: () => gateway.close(),
  };
}
