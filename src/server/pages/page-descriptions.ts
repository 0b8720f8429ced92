/** What search engines show of the pages, by document and language. */
export const DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'index.html': {
    en: 'Stays in spa hotels: compare what is included, see prices day by day, and book online.',
    cs: 'Lázeňské pobyty: porovnejte, co je v ceně, prohlédněte si ceny den po dni a rezervujte online.',
    de: 'Kuraufenthalte im Vergleich: was enthalten ist, Preise Tag für Tag, und online buchen.',
    ru: 'Отдых на курортах: сравните, что входит в стоимость, узнайте цены по дням и забронируйте онлайн.',
  },
  'developers.html': {
    en: 'GraphQL and REST for stays in spa hotels: first requests to try, ways in, keys and guides.',
    cs: 'GraphQL a REST pro lázeňské pobyty: první požadavky k vyzkoušení, rozhraní, klíče a příručky.',
    de: 'GraphQL und REST für Kuraufenthalte: erste Anfragen zum Ausprobieren, Schnittstellen, Schlüssel und Anleitungen.',
    ru: 'GraphQL и REST для отдыха на курортах: первые запросы, интерфейсы, ключи и руководства.',
  },
  'desk.html': {
    en: 'The reception desk: arrivals, requests, rooms and prices of spa hotels.',
    cs: 'Pult recepce: příjezdy, poptávky, pokoje a ceny lázeňských hotelů.',
    de: 'Die Rezeption: Anreisen, Anfragen, Zimmer und Preise der Kurhotels.',
    ru: 'Стойка администратора: заезды, заявки, номера и цены курортных отелей.',
  },
};
