/**
 * The floor: bare `node:http` that reads each request to its end and answers with the gateway's own bytes, ready-made. No HTTP
 * server on Node does less. Argument: the file written by `recordAnswers`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RecordedAnswer } from '../races/recorded-answers.ts';
import { announce } from './listen.ts';

const recorded = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<string, RecordedAnswer>;
const answers = new Map(
  Object.entries(recorded).map(([path, { status, headers, base64 }]) => [
    path,
    { status, headers, body: Buffer.from(base64, 'base64') },
  ]),
);

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const answer = answers.get(request.url!);
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => announce(server));
