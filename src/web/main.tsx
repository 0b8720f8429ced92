/** The entrance: reads what the server put into the page, and shows it. */
import { render } from 'preact';
import { App } from './app.tsx';
import './style.css';
import './shop.css';

const settings = JSON.parse(document.querySelector('#settings')!.textContent) as { demoKey: string | null };

render(<App demoKey={settings.demoKey} />, document.querySelector('#page')!);
