import { parseDay } from '../../domain/civil-date.js';
import { checkAmenityCategory } from './check-hotel.js';
import { checkOrder } from './check-visit-type.js';
import { emptyFacts } from './file-facts.js';
import { CATALOGUE_FORMAT, sectionSchemas } from './file-schema.js';
import { UnreadableCatalogue } from './json-elements.js';
import { shown } from './problems.js';
import { identify, name, refer } from './remember.js';
import { readValues } from './source.js';
import { surveyHotel, surveyVisitType } from './survey-entries.js';
import { validateEntry } from './validate-entry.js';
/**
 * Reads the whole catalogue once; what is wrong in itself goes to `problems`.
 * @returns `complete`: false when it could not be read to its end
 */
export async function surveyCatalogue(source, { problems, onRead }) {
    const facts = emptyFacts();
    try {
        for await (const value of readValues(source, { problems, onRead }))
            surveyValue(facts, value, problems);
    }
    catch (error) {
        if (!(error instanceof UnreadableCatalogue))
            throw error;
        problems.add(error.place, error.code, error.message);
        return { facts, complete: false };
    }
    if (!facts.formatSeen)
        problems.add(['format'], 'REQUIRED', `is missing; must be ${shown(CATALOGUE_FORMAT)}`);
    return { facts, complete: true };
}
function surveyValue(facts, { field, index, value }, problems) {
    if (field === 'format') {
        facts.formatSeen = true;
        if (value !== CATALOGUE_FORMAT) {
            problems.add([field], 'VALUE', `${shown(value)} must be ${shown(CATALOGUE_FORMAT)}`);
        }
    }
    else if (field === '$schema') {
        if (typeof value !== 'string')
            problems.add([field], 'TYPE', `${shown(value)} must be a string`);
    }
    else if (!Object.hasOwn(sectionSchemas, field)) {
        if (!index)
            problems.add([field], 'UNKNOWN_FIELD', `the format has no field ${shown(field)} here`);
    }
    else if (index === null) {
        problems.add([field], 'TYPE', `${shown(value)} must be a list`);
    }
    else {
        if (index === 0)
            facts.order.push(field);
        surveyElement(field, value, { facts, place: [field, index], problems });
    }
}
/** How an element of each section, or what is left of a faulty one, is checked and remembered. */
const SURVEYS = {
    channels: (channel, spot) => name('channel', channel.code, { ...spot, field: 'code' }),
    destinations: (destination, spot) => identify('destination', destination, spot),
    tags: (tag, spot) => identify('tag', tag, spot),
    loyaltyPrograms: (program, spot) => identify('loyalty program', program, spot),
    visitTypeCategories: (category, spot) => identify('visit type category', category, spot),
    amenityCategories: surveyAmenityCategory,
    hotels: surveyHotel,
    visitTypes: surveyVisitType,
    inventory: surveyInventory,
};
function surveyElement(section, raw, spot) {
    const { facts } = spot;
    const result = validateEntry(sectionSchemas[section], raw, spot);
    const entry = result.ok ? result.entry : result.remains;
    if (entry === undefined || entry === null)
        return;
    const survey = SURVEYS[section];
    survey(entry, spot);
    if (result.ok && section in facts.entries)
        facts.entries[section]?.push(entry);
}
function surveyAmenityCategory(category, spot) {
    const { facts, place, problems } = spot;
    checkAmenityCategory(category, spot);
    const { code } = category;
    if (code !== undefined) {
        if (facts.amenityCategories.has(code)) {
            problems.add([...place, 'code'], 'DUPLICATE', `the file already holds an amenity category ${shown(code)}`);
        }
        facts.amenityCategories.add(code);
    }
    for (const [index, amenity] of (category.amenities ?? []).entries()) {
        if (amenity?.code === undefined)
            continue;
        if (facts.amenities.has(amenity.code)) {
            const message = `the dictionary already holds an amenity ${shown(amenity.code)}`;
            problems.add([...place, 'amenities', index, 'code'], 'DUPLICATE', message);
        }
        facts.amenities.set(amenity.code, {
            detailKinds: new Set(amenity.detailKinds?.filter((kind) => kind !== undefined)),
            options: new Set(amenity.options?.map((option) => option?.code).filter((option) => option !== undefined)),
        });
    }
}
function surveyInventory(entry, spot) {
    const { facts, place } = spot;
    refer('room type', entry.roomTypeId, { ...spot, place: [...place, 'roomTypeId'] });
    checkOrder(entry, { ...spot, from: 'from', to: 'to' });
    const [from, to] = [parseDay(entry.from ?? ''), parseDay(entry.to ?? '')];
    const { roomTypeId, units } = entry;
    if (roomTypeId === undefined || units === undefined || from === null || to === null || from > to)
        return;
    facts.inventory.set(Number(place[1]), { roomTypeNumber: roomTypeId, from, to, units });
}
//# sourceMappingURL=survey.js.map