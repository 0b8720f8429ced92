import { startPage } from '../page.tsx';
import { Developers } from './developers.tsx';

startPage(Developers);
