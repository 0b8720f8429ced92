import { checkStaying } from './check-staying.js';
import { sectionSchemas } from './file-schema.js';
import { problemList } from './problems.js';
import { readValues } from './source.js';
import { validateEntry } from './validate-entry.js';
import { writeHotels } from './write-hotels.js';
import { writeVisitTypes } from './write-visit-types.js';
/** Rows that a batch has at most, but for the last element of it. */
const ROWS_PER_BATCH = 4_000;
/** Writes hotels, then visit types; checks visit types against what stays in the database. */
export async function writeEntries(tx, reading) {
    const { order } = reading.facts;
    const fields = order.filter((field) => field === 'hotels' || field === 'visitTypes');
    const readings = fields[0] === 'visitTypes' ? fields.toReversed().map((field) => [field]) : [fields];
    for (const together of readings)
        if (together.length > 0)
            await readOnce(tx, new Set(together), reading);
}
async function readOnce(tx, fields, { source, problems, replace, tally, onRead }) {
    const batch = [];
    let batchField = '';
    let batchRows = 0;
    async function flush() {
        if (batch.length > 0 && batchField === 'visitTypes') {
            const visitTypes = batch;
            if (!replace)
                await checkStaying(tx, visitTypes, problems);
            // Without problems no element is faulty.
            const entries = visitTypes.map(({ entry }) => entry);
            if (problems.count === 0)
                await writeVisitTypes(tx, entries, { replace, tally });
        }
        else if (batch.length > 0 && problems.count === 0) {
            await writeHotels(tx, batch.map(({ entry }) => entry), tally);
        }
        batch.length = 0;
        batchRows = 0;
    }
    // What the first reading has reported is not reported again.
    const reported = problemList(1);
    for await (const { field, index, value } of readValues(source, { problems: reported, onRead, fields })) {
        if (index === null)
            continue;
        if (field !== batchField)
            await flush();
        batchField = field;
        const place = [field, index];
        const entry = field === 'hotels'
            ? entryOf(validateEntry(sectionSchemas.hotels, value, { place, problems: reported }))
            : entryOf(validateEntry(sectionSchemas.visitTypes, value, { place, problems: reported }));
        if (!entry)
            continue;
        batch.push({ place, entry });
        batchRows += rowsOf(entry);
        if (batchRows >= ROWS_PER_BATCH)
            await flush();
    }
    if (problems.count === 0 && reported.count > 0)
        throw new Error('the catalogue file changed while it was imported');
    await flush();
}
function entryOf(result) {
    return result.ok ? result.entry : result.remains;
}
function rowsOf(entry) {
    if (!('priceLists' in entry))
        return 20;
    return (entry.priceLists ?? []).reduce((rows, list) => rows + (list?.rates?.length ?? 0), 10);
}
//# sourceMappingURL=write-entries.js.map