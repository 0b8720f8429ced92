import { startPage } from '../page.tsx';
import { Developers } from './developers.tsx';
import './developers.css';

startPage(Developers);
