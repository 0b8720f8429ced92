// Ends what `.ci/run` prints: each failed test with the start of its first message, and, as the last line, how many tests
// passed and failed. The exit code is 0 only if every step passed and no test failed or was skipped.
// Usage: node .ci/summary.mjs REPORT FAILED_STEPS

import { readFileSync } from 'node:fs';

const MESSAGE_LINES = 12;
const MESSAGE_CHARACTERS = 1500;

const [file, failedSteps] = process.argv.slice(2);
const report = readReport();
const testFiles = report.testResults ?? [];

const failures = testFiles.flatMap(({ name, status, message, assertionResults }) => {
  // A file that cannot be loaded reports no tests, so it counts as one failure.
  if (status === 'failed' && assertionResults.length === 0) return [{ title: name, message }];
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ title: `${name} > ${test.fullName}`, message: test.failureMessages?.[0] }));
});
for (const { title, message = '' } of failures) {
  const lines = message.split('\n').filter((line) => !line.includes('/node_modules/'));
  const start = lines.slice(0, MESSAGE_LINES).join('\n  ').slice(0, MESSAGE_CHARACTERS);
  console.log(`FAILED ${title}\n  ${start}`);
}

if (Number(failedSteps) > 0) console.log(`steps failed: ${failedSteps}`);
const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
if (skipped > 0) console.log(`skipped: ${skipped}, which counts as a failure here`);
console.log(`${report.numPassedTests ?? 0} passed, ${failures.length} failed`);
process.exit(Number(failedSteps) === 0 && report.success && failures.length + skipped === 0 ? 0 : 1);

function readReport() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.log('the tests left no report');
    return { success: false };
  }
}
