import { startPage } from '../page.tsx';
import { Desk } from './desk.tsx';
import { storedKey } from './stored-key.ts';

startPage(Desk, { storedKey: storedKey(), scope: /^\/desk(?=[/?]|$)/ });
