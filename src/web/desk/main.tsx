import { startPage } from '../page.tsx';
import { Desk, VIEWS } from './desk.tsx';
import { listenToKeys } from './single-keys.ts';
import { isSignedOut, storedKey } from './stored-key.ts';

listenToKeys();
startPage(Desk, { storedKey: storedKey(), takesKey: !isSignedOut(), views: VIEWS });
