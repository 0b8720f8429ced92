import { startPage } from '../page.tsx';
import { Shop } from './shop.tsx';

startPage(Shop, { scope: /^\/(?:offers|stays|book|booked|booking)?(?:[/?#]|$)/ });
