import { startPage } from '../page.tsx';
import { Desk } from './desk.tsx';
import { isSignedOut, storedKey } from './stored-key.ts';

startPage(Desk, { storedKey: storedKey(), takesDemoKey: !isSignedOut(), scope: /^\/desk(?=[/?]|$)/ });
