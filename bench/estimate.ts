/** Estimates how long a run takes. */
import { LIVING_MEASUREMENTS } from './living/reading-race.ts';
import { UPDATE_MEASUREMENTS } from './living/update-race.ts';
import { isWanted, type Settings } from './settings.ts';

/** The number of measurements in each round of a workload, on each catalogue. */
const CONTESTANTS: Readonly<Record<string, number>> = {
  ...{ G0: 5, G1: 6, G2: 5, G3: 5, G4: 5, G5: 4 },
  ...{ R1: 3, R2: 3, R3: 3, R4: 3, R5: 3, R6: 3 },
  ...{ L1: LIVING_MEASUREMENTS, L2: UPDATE_MEASUREMENTS },
};
const CATALOGUES = 2;
/** Starting, choosing subjects, and comparing answers, on both catalogues. */
const STARTING_SECONDS = 60;
/** Many rooms and one, few clients and many, the gateway and the bare SQL. */
const BOOKING_RACES = 8;
const CHANGE_RACES = 2;
/** Two processes together and each alone, on both catalogues. */
const PROCESS_RACES = 4;
/** A process that idles after its walk. */
const IDLE_SECONDS = 60;
/** On 2 cores, for each 1,000 hotels: filling the database and walking through it. */
const FILLING_SECONDS = 200;
const WALKING_SECONDS = 90;

/** Searches for offers in each round, on both catalogues. */
const OFFER_SECONDS = 15;

/** Opening subscriptions, being idle, and updates, on both catalogues. */
const SUBSCRIPTION_SECONDS = 150;

/** Bookings at a steady rate and at full speed, and an idle minute, on the large catalogue. */
const DELIVERY_SECONDS = 135;

/** Filling a million bookings, and their lists and figures. */
const MANY_SECONDS = 900;
/** Refusals, `/health` beside dear operations, and silent connections, on both catalogues. */
const STRANGERS_SECONDS = 1_200;
/** Each operation of which a cost is estimated, on both catalogues. */
const COSTS_SECONDS = 300;
/** Ten starts, and 2,400 requests of 100 hotels. */
const ENTITIES_SECONDS = 40;
/** Starting twelve processes, and 16,000 requests on each version of Node. */
const RUNTIMES_SECONDS = 90;
/** Five pages, each three times. */
const PAGES_SECONDS = 180;

/** Minutes that a run takes on two cores. `isKept`: the large catalogue is cached. */
export function minutesOf(settings: Settings, isKept: boolean): number {
  const { seconds, rounds, hotels } = settings;
  const measured = Object.entries(CONTESTANTS)
    .filter(([id]) => isWanted(settings, id))
    .reduce((sum, [, contestants]) => sum + contestants * CATALOGUES, 0);
  const races =
    measured +
    (isWanted(settings, 'B1') ? BOOKING_RACES : 0) +
    (isWanted(settings, 'B2') ? CHANGE_RACES : 0) +
    (isWanted(settings, 'X') ? PROCESS_RACES : 0);
  // The first round is a warm-up.
  const racing = races * seconds * (rounds + 1);
  const walking = isWanted(settings, 'X') ? (WALKING_SECONDS * hotels) / 1_000 + IDLE_SECONDS : 0;
  const filling = isKept ? 0 : (FILLING_SECONDS * hotels) / 1_000;
  const subscribing = isWanted(settings, 'L3') ? SUBSCRIPTION_SECONDS : 0;
  const delivering = isWanted(settings, 'E1') ? DELIVERY_SECONDS : 0;
  const listing = isWanted(settings, 'B3') || isWanted(settings, 'B4') ? MANY_SECONDS : 0;
  const offering = isWanted(settings, 'O1') ? OFFER_SECONDS * rounds : 0;
  const besieging = isWanted(settings, 'S1') ? STRANGERS_SECONDS : 0;
  const showing = isWanted(settings, 'W1') ? PAGES_SECONDS : 0;
  const joining = isWanted(settings, 'N1') ? ENTITIES_SECONDS : 0;
  const comparing = isWanted(settings, 'V1') ? RUNTIMES_SECONDS : 0;
  const costing = isWanted(settings, 'S2') ? COSTS_SECONDS : 0;
  return (
    (STARTING_SECONDS +
      besieging +
      costing +
      joining +
      comparing +
      showing +
      subscribing +
      delivering +
      offering +
      listing +
      racing +
      walking +
      filling) /
    60
  );
}
