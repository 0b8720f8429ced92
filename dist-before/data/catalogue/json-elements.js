/**
 * Reads the elements of a catalogue file one after the other, whatever the size of the file: only the element in hand is
 * in memory. What is not JSON, not UTF-8, or says a field twice is reported with its place.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Assembler } from 'stream-json/core/assembler.js';
import { jsonParser } from 'stream-json/core/parser.js';
import { shown } from './problems.js';
/** The file cannot be read, or is not JSON: what follows is not known. */
export class UnreadableCatalogue extends Error {
    name = 'UnreadableCatalogue';
    place;
    code;
    constructor(message, { place = [], code }) {
        super(message);
        this.place = place;
        this.code = code;
    }
}
/**
 * The values of the file at `path` in its order.
 * @throws UnreadableCatalogue
 * @param fields names of the fields to read; the others are passed over. Absent: all.
 */
export async function* readFileValues(path, { problems, onRead, fields }) {
    const reader = documentReader(problems, fields);
    const parse = jsonParser({ streamValues: false });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let done = 0;
    try {
        const file = await stat(path);
        if (!file.isFile()) {
            throw new UnreadableCatalogue(`cannot read ${path}: it is no plain file; an import reads it twice`, {
                code: 'FILE',
            });
        }
        const { size: total } = file;
        for await (const bytes of createReadStream(path, { highWaterMark: 1 << 18 })) {
            const chunk = bytes;
            yield* reader.take(tokensOf(parse(decoder.decode(chunk, { stream: true }))));
            done += chunk.length;
            onRead?.({ done, total });
        }
        yield* reader.take(tokensOf(parse(decoder.decode())));
    }
    catch (error) {
        if (error instanceof UnreadableCatalogue)
            throw error;
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof Error && 'syscall' in error) {
            throw new UnreadableCatalogue(`cannot read ${path}: ${reason}`, { code: 'FILE' });
        }
        throw new UnreadableCatalogue(`the file is not valid JSON in UTF-8 shortly after byte ${done}: ${reason}`, {
            place: reader.place(),
            code: 'JSON',
        });
    }
    if (!reader.isComplete()) {
        throw new UnreadableCatalogue(`the file ends before its JSON does, at byte ${done}`, { code: 'JSON' });
    }
}
/** The parser answers with one token, with a list of them in `values`, or with none. */
function tokensOf(answer) {
    if (typeof answer !== 'object' || answer === null)
        return [];
    return 'values' in answer ? answer.values : [answer];
}
/** Puts tokens together to values of the top-level object. */
function documentReader(problems, fields) {
    let depth = 0;
    let field = '';
    let index = null;
    let assembler = null;
    let complete = false;
    const seen = new Set();
    const place = () => {
        if (field === '')
            return [];
        const here = index === null ? [field] : [field, index];
        return assembler ? [...here, ...assembler.path] : here;
    };
    /** The values that are complete with these tokens. */
    function take(tokens) {
        const values = [];
        for (const token of tokens)
            if (assembler || !takeStructure(token))
                takeValue(token, values);
        return values;
    }
    /** Whether the token belongs to the document itself and not to one of its values. */
    function takeStructure(token) {
        if (depth === 0 && token.name !== 'startObject')
            throw new TypeError('the document must be an object');
        if (token.name === 'keyValue')
            beginField(token.value);
        else if (token.name === 'startObject' && depth === 0)
            depth = 1;
        else if (token.name === 'startArray' && depth === 1) {
            depth = 2;
            index = 0;
        }
        else if (token.name === 'endArray') {
            depth = 1;
            index = null;
        }
        else if (token.name === 'endObject')
            complete = true;
        else
            return false;
        return true;
    }
    function beginField(name) {
        if (seen.has(name))
            problems.add([name], 'DUPLICATE_FIELD', `the field ${shown(name)} stands twice in the file`);
        seen.add(name);
        field = name;
    }
    function takeValue(token, values) {
        assembler ??= new Assembler();
        if (token.name === 'keyValue' && Object.hasOwn(assembler.current, token.value)) {
            const message = `the field ${shown(token.value)} stands twice in one object`;
            problems.add([...place(), token.value], 'DUPLICATE_FIELD', message);
        }
        assembler.consume(token);
        if (!assembler.done)
            return;
        const found = { field, index, value: assembler.current };
        assembler = null;
        if (!fields || fields.has(field))
            values.push(found);
        if (index !== null)
            index += 1;
    }
    return { take, place, isComplete: () => complete };
}
//# sourceMappingURL=json-elements.js.map