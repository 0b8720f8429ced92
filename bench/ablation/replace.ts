/** Registers the hooks before the gateway is imported. Its environment names the ablated modules. */
import { register } from 'node:module';

register('./hooks.ts', import.meta.url, { data: JSON.parse(process.env.BENCH_ABLATED!) as unknown });
