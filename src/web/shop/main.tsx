import { startPage } from '../page.tsx';
import { Shop, VIEWS } from './shop.tsx';

startPage(Shop, { views: VIEWS });
