import { render } from 'preact';
import { App, type Settings } from './app.tsx';
import './style.css';
import './shop.css';

const settings = JSON.parse(document.querySelector('#settings')!.textContent) as Settings;

render(<App {...settings} />, document.querySelector('#page')!);
