/** What a command says of an error: one line, without a stack and without the credentials of a database address. */
/** A command cannot do what it was asked for; the message is the whole story. */
export class CommandError extends Error {
    name = 'CommandError';
}
/** The line for an error: what it says, without the quoted call and the codes that Prisma puts around it. */
export function lineOf(error) {
    const text = messageOf(error);
    const said = /Message: `([^`]+)`\s*$/.exec(text)?.[1] ?? text;
    const lines = said.split('\n').filter((line) => line.trim() !== '');
    const line = lines[0]?.startsWith('Invalid `') ? lines.at(-1) : lines.join(' ');
    return line.trim().replaceAll(/\/\/[^/@\s]*@/g, '//');
}
function messageOf(error) {
    // Node reports several failed attempts to connect as one error without words.
    if (error instanceof AggregateError && error.message === '')
        return messageOf(error.errors[0]);
    return error instanceof Error ? error.message || error.name : String(error);
}
//# sourceMappingURL=error-line.js.map