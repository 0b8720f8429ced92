import { roomTypeSql, tariffOf, tariffSql } from '../data/tariffs.js';
import { objectIdOf } from './references.js';
const LARGEST_NUMBER = 2 ** 31 - 1;
/** How a reference finds its row: by number or by ObjectId. Both null: it can name none. */
function keysOf(reference) {
    const id = objectIdOf(reference);
    const number = Number(reference);
    return { number: id === null && number >= 0 && number <= LARGEST_NUMBER ? number : null, id };
}
const FIND_NUMBERS = `
  SELECT coalesce($1::int, (SELECT number FROM visit_type WHERE id = $2)) AS "visitType",
         coalesce($3::int, (SELECT number FROM hotel WHERE id = $4)) AS hotel,
         coalesce($5::int, (SELECT number FROM room_type WHERE id = $6)) AS "roomType"`;
/** The numbers that the request names its rows by, looked up where it gives ObjectIds. A number may yet name nothing. */
export async function numbersOf(sql, asked) {
    const [visitType, hotel, roomType] = [keysOf(asked.visitType), keysOf(asked.hotel), keysOf(asked.roomType)];
    if (visitType.id === null && hotel.id === null && roomType.id === null) {
        return { visitType: visitType.number, hotel: hotel.number, roomType: roomType.number };
    }
    const [found] = await sql.query(FIND_NUMBERS, [visitType, hotel, roomType].flatMap(({ number, id }) => [number, id]));
    return found;
}
/** SQL condition: the caller sees the hotel `h`; $4 are its destinations, null: all. */
const IS_VISIBLE = '($4::int[] IS NULL OR h.destination_number = ANY($4))';
const READ_SUBJECTS = `
  SELECT
    (SELECT ${tariffSql({ roomTypes: 'false', priceLists: 'l.currency = $5::"Currency"', rates: 'r.room_type_number = $3' })}
      FROM visit_type AS v WHERE v.number = $1
        AND EXISTS (SELECT FROM visit_type_hotel AS s JOIN hotel AS h ON h.number = s.hotel_number
          WHERE s.visit_type_number = v.number AND ${IS_VISIBLE})) AS tariff,
    (SELECT json_build_object('number', h.number) FROM hotel AS h WHERE h.number = $2 AND ${IS_VISIBLE}) AS hotel,
    (SELECT ${roomTypeSql()} FROM room_type AS r JOIN hotel AS h ON h.number = r.hotel_number
      WHERE r.number = $3 AND ${IS_VISIBLE}) AS "roomType",
    ARRAY(SELECT json_build_object('number', number, 'id', id, 'name', name, 'basisPoints', basis_points)
      FROM loyalty_program WHERE number = ANY($6::int[]) OR id = ANY($7::char(24)[])) AS programs`;
/** Reads what the request names. Send it after what takes the locks (`takeLocks`), so that the catalogue stands still. */
export async function readSubjects(sql, { input, named, caller, }) {
    const presented = input.guests.flatMap(({ loyaltyProgram }, index) => loyaltyProgram === null ? [] : [{ guest: index + 1, id: loyaltyProgram, keys: keysOf(loyaltyProgram) }]);
    const [read] = await sql.query(READ_SUBJECTS, [
        named.visitType,
        named.hotel,
        named.roomType,
        caller.destinations && [...caller.destinations],
        input.currency,
        presented.map(({ keys }) => keys.number).filter((number) => number !== null),
        presented.map(({ keys }) => keys.id).filter((id) => id !== null),
    ]);
    const { tariff, hotel, roomType, programs } = read;
    return {
        visitType: { id: input.visitType, found: tariff && tariffOf(tariff) },
        hotel: { id: input.hotel, found: hotel },
        roomType: { id: input.roomType, found: roomType },
        programs: presented.map(({ guest, id, keys }) => ({
            guest,
            program: { id, found: programs.find((row) => row.number === keys.number || row.id === keys.id) ?? null },
        })),
    };
}
/** What there was already when the locks were taken: what has come since is held by nobody. */
export function onlyHeld(subjects, held) {
    const ifHeld = (subject, number) => number === null ? { id: subject.id, found: null } : subject;
    return {
        visitType: ifHeld(subjects.visitType, held.visitType),
        hotel: ifHeld(subjects.hotel, held.hotel),
        roomType: ifHeld(subjects.roomType, held.roomType),
        programs: subjects.programs,
    };
}
//# sourceMappingURL=booking-subjects.js.map