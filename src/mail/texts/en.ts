/** The other languages take their keys from these texts. `{name}` is a placeholder (`placeholders.ts`). */
import { CANCELLATION_TEXTS } from '../../domain/text/told-cancellation.ts';

const CANCELLATION = CANCELLATION_TEXTS.en;

export const en = {
  'customer.confirmed.subject': 'Your stay is booked: {hotel}, {dates} ({reference})',
  'customer.confirmed.title': 'Your stay is booked',
  'customer.confirmed.text':
    'We look forward to welcoming you. Below is everything you need; the attached file puts the stay into your calendar.',
  'customer.requested.subject': 'We have your request: {hotel}, {dates} ({reference})',
  'customer.requested.title': 'We have your request',
  'customer.requested.text':
    'The hotel will check it and you will get its answer by e-mail. Nothing is booked yet, so please wait for the confirmation before you set off.',
  'customer.declined.subject': 'The hotel cannot confirm your request: {hotel}, {dates} ({reference})',
  'customer.declined.title': 'The hotel cannot confirm your request',
  'customer.declined.text':
    'We are sorry. Nothing is booked, and you have nothing to pay. Other days or rooms may well be free: you are welcome to ask again.',
  'customer.cancelled.subject': 'Cancelled: {hotel}, {dates} ({reference})',
  'customer.cancelled.title': 'Your stay is cancelled',
  'customer.cancelled.text': 'The stay below will not take place. We hope to welcome you another time.',
  'customer.expired.subject': 'Your request has expired: {hotel}, {dates} ({reference})',
  'customer.expired.title': 'Your request has expired',
  'customer.expired.text':
    'We are sorry: the hotel did not confirm it by the end of the day of arrival. Nothing is booked, and you have nothing to pay.',
  'hotel.confirmed.subject': 'New booking {reference}: {dates}, {roomType}',
  'hotel.confirmed.title': 'New booking',
  'hotel.confirmed.text': 'Please expect the guests below.',
  'hotel.requested.subject': 'Request {reference}: {dates}, {roomType}',
  'hotel.requested.title': 'A request is waiting for your answer',
  'hotel.requested.text':
    'Please confirm or decline it by the end of the day of arrival, {arrival}. After that it expires.',
  'hotel.cancelled.subject': 'Cancelled {reference}: {dates}, {roomType}',
  'hotel.cancelled.title': 'A stay is cancelled',
  'hotel.cancelled.text': 'Please no longer expect the guests below.',
  greeting: 'Dear {customer},',
  'test.subject': '[Test] {subject}',
  'test.text': 'This is a test. Nothing is booked, and no hotel is told of it.',
  reference: 'Booking reference',
  stay: 'Stay',
  arrival: 'Arrival',
  'arrival.from': '{arrival}, check-in from\u00a0{time}',
  departure: 'Departure',
  'departure.until': '{departure}, check-out by\u00a0{time}',
  length: 'Length',
  hotel: 'Hotel',
  address: 'Address',
  room: 'Room',
  visitType: 'Programme',
  guests: 'Guests',
  customer: 'Customer',
  name: 'Name',
  phone: 'Telephone',
  email: 'E-mail',
  message: 'Message from the customer',
  reason: 'Reason',
  note: 'Note from the hotel',
  price: 'Price',
  'price.base': 'Base price, {nights}',
  'price.reduction': '{name} ({percentage})',
  'price.total': 'Total',
  cancellation: 'If you need to cancel',
  'cancellation.free': CANCELLATION.free('{date}'),
  'cancellation.from': CANCELLATION.from('{date}', '{fee}'),
  'cancellation.now': CANCELLATION.now('{fee}'),
  'cancellation.over': CANCELLATION.over,
  cancelled: 'Cancellation',
  'cancelled.fee': 'Cancellation fee: {fee}',
  'cancelled.free': 'The cancellation is free of charge.',
  contact: 'Questions?',
  'contact.text': 'When you call or write, please give your booking reference {reference}.',
  'event.summary': 'Stay at {hotel}',
  footer: 'You are receiving this e-mail because your address was given with booking {reference}.',
};

export type TextKey = keyof typeof en;
export type Texts = Readonly<Record<TextKey, string>>;
