import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type Serving, startServing } from '../support/gateway/run-cli.ts';

describe('the server on an embedded database, as a process', () => {
  let dataDir: string;
  let server: Serving | null = null;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-start-'));
    server = await startServing({ DATA_DIR: dataDir, DEMO: '0' });
  });
  afterEach(async () => {
    await server?.stop('SIGKILL');
    server = null;
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test('answers once announced, refuses a second process by naming the first, and exits with 0 on SIGTERM', async () => {
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number };
    expect((await fetch(`${server!.url}/health`)).status).toBe(200);
    expect((await fetch(`${server!.url}/ready`)).status).toBe(200);

    const second = await runCli(['keys', 'list'], { DATA_DIR: dataDir });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(
      new RegExp(
        `error: the data folder ${dataDir} is in use by process ${pid} on .+ \\(serve, since .+\\); stop it first\n$`,
      ),
    );

    const ended = await server!.stop('SIGTERM');
    server = null;
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect((await runCli(['keys', 'list'], { DATA_DIR: dataDir })).code).toBe(0);
  });

  test('takes over what a killed server left, data included', async () => {
    const first = await startServing({ DATA_DIR: dataDir, DEMO: '0' });
    await first.stop('SIGKILL');
    server = await startServing({ DATA_DIR: dataDir, DEMO: '0' });
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    const ended = await server.stop('SIGINT');
    server = null;
    expect(ended.code).toBe(0);
    expect(ended.stdout).not.toContain('migrated');
  });
});
