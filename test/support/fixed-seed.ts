/** Properties are checked with the same values in every run, so that no result is a matter of luck; a soak draws new ones. */
import fc from 'fast-check';
import { isSoak } from './gateway/soak.ts';

if (!isSoak) fc.configureGlobal({ seed: 1 });
