import { render } from 'preact';
import { App, type Settings } from './app.tsx';
import './styles/style.css';
import './styles/shop.css';

const settings = JSON.parse(document.querySelector('#settings')!.textContent) as Settings;

render(<App {...settings} />, document.querySelector('#page')!);
