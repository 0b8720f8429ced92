import { parseDay } from '../domain/civil-date.js';
import { INPUT_PROBLEM_CODES } from './input-problem.js';
import { reversedProblems } from './search-input.js';
/** Every problem of `raw`, given the schema's issues with it, in the order of the fields. */
export function bookingProblems(raw, issues, today) {
    const byPath = new Map();
    const found = [...issues.map((issue) => problemOf(raw, issue)), ...relationProblems(raw, today)];
    for (const problem of found)
        if (!byPath.has(problem.path))
            byPath.set(problem.path, problem);
    return [...byPath.values()];
}
function problemOf(raw, issue) {
    const path = issue.path.join('.');
    const value = valueAt(raw, issue.path);
    if (value === undefined || value === null)
        return { path, code: 'REQUIRED', message: 'Is required.' };
    switch (issue.code) {
        case 'invalid_type':
            return { path, code: 'INVALID_TYPE', message: `Must be ${EXPECTED[issue.expected] ?? `a ${issue.expected}`}.` };
        case 'invalid_value':
            return { path, code: 'INVALID_VALUE', message: `Must be one of ${issue.values.join(', ')}.` };
        case 'too_big':
            return issue.origin === 'string'
                ? { path, code: 'TOO_LONG', message: `Must have at most ${issue.maximum} characters.` }
                : { path, code: 'OUT_OF_RANGE', message: `Must be at most ${issue.maximum}.` };
        case 'too_small':
            return { path, code: 'OUT_OF_RANGE', message: `Must be at least ${issue.minimum}.` };
        default: {
            const code = codeOf(issue.message);
            return { path, code, message: SENTENCES[code] ?? 'Has a wrong value.' };
        }
    }
}
const EXPECTED = {
    object: 'an object',
    array: 'a list',
    boolean: 'true or false',
    int: 'an integer',
};
/** The schema names its own checks by their code; the sentences stand here. */
const SENTENCES = {
    CONTROL_CHARACTER: 'Must not contain control characters.',
    MALFORMED: 'Must not contain half of a character (of a surrogate pair).',
    BLANK: 'Must not be blank.',
    NOT_AN_ID: 'Must be an integer or an ObjectId (24 hexadecimal digits).',
    NOT_A_DATE: 'Must be a real date as YYYY-MM-DD.',
    NOT_A_COUNTRY: 'Must be the ISO 3166-1 alpha-3 code of a country, for example CZE.',
    NOT_AN_EMAIL: 'Must be an e-mail address.',
    INVALID_VALUE: 'Must be 1 to 255 visible ASCII characters.',
};
function codeOf(message) {
    return INPUT_PROBLEM_CODES.find((code) => code === message) ?? 'INVALID_VALUE';
}
/** Departure after arrival (I5), an address where it is binding (section 4, POST /booking, rule 2), births in the past. */
function relationProblems(raw, today) {
    const problems = reversedProblems({
        from: dayAt(raw, ['arrival']),
        to: dayAt(raw, ['departure']),
        path: 'departure',
        mayBeEqual: false,
    });
    if (valueAt(raw, ['kind']) === 'BINDING' && isObject(valueAt(raw, ['billedTo']))) {
        problems.push(...incompleteAddressProblems(raw));
    }
    const guests = valueAt(raw, ['guests']);
    if (Array.isArray(guests)) {
        for (const index of guests.keys()) {
            const path = ['guests', index, 'birthDate'];
            const message = 'Must not be in the future.';
            if ((dayAt(raw, path) ?? today) > today)
                problems.push({ path: path.join('.'), code: 'IN_THE_FUTURE', message });
        }
    }
    return problems;
}
/** What a binding booking needs of the address; a request may give any part of it (B2). */
function incompleteAddressProblems(raw) {
    const address = ['billedTo', 'address'];
    const required = (path) => {
        return { path: path.join('.'), code: 'REQUIRED', message: 'Is required for a binding booking.' };
    };
    if (valueAt(raw, address) == null)
        return [required(address)];
    if (!isObject(valueAt(raw, address)))
        return [];
    return ADDRESS_PARTS.flatMap((part) => {
        const path = [...address, part];
        const value = valueAt(raw, path);
        if (value === undefined || value === null)
            return [required(path)];
        const isBlank = typeof value === 'string' && value.trim() === '';
        return isBlank ? [{ path: path.join('.'), code: 'BLANK', message: 'Must not be blank.' }] : [];
    });
}
const ADDRESS_PARTS = ['street', 'houseNumber', 'city', 'zipCode', 'country'];
function isObject(value) {
    return typeof value === 'object' && value !== null;
}
function valueAt(raw, path) {
    return path.reduce((value, key) => (isObject(value) ? value[key] : undefined), raw);
}
function dayAt(raw, path) {
    const text = valueAt(raw, path);
    return typeof text === 'string' ? parseDay(text) : null;
}
//# sourceMappingURL=booking-problems.js.map