/** Calls that the demo data answers: the document shows their values, and the test makes each and compares its reply. */
export type Example = Readonly<Record<string, string | number>>

/** By operation ids; the values of its path and its query. */
export const examples: ReadonlyMap<string, Example> = new Map<string, Example>(
  Object.entries<Example>({
    searchProfessionals: { q: 'corte', city: 'Ciudad de México', state: 'Ciudad de México', limit: 5 },
    searchSpaces: { spaceType: 'chair', city: 'Ciudad de México', limit: 5 },
    searchCities: { type: 'professionals' },
    citySearched: { type: 'professionals', queries: 'q=balayage|q=tinte' },
    suggestions: { q: 'mas' },
    suggestPlaces: { input: 'roma nor' },
    placesAround: { bbox: '-99.2,19.38,-99.14,19.44' },
    publicProfessional: { id: '1' },
    publicReviews: { of: 'professional', id: 1, limit: 3 },
    slots: { professional: 1, service: 1, from: '2026-12-01', to: '2026-12-03' },
    attendance: { business: 1 },
    publicBusiness: { id: '1' },
    publicSpace: { id: '1' },
    ownHours: { services: '1', date: '2026-12-01' },
    ownClients: { q: 'mar', limit: 5 },
    bookings: { role: 'professional', limit: 5 },
  }),
)

/** Those of them that need a key of a professional. */
export const keyExamples: ReadonlySet<string> = new Set(['ownHours', 'ownClients', 'bookings'])

/** In a body: the place of a token that an earlier reply has. */
export const fromSlots = 'the token of an hour'

type Body = Readonly<Record<string, unknown>>

/** Bodies of calls that write, by operation ids: with a key of a professional, `hold` with one of a client, `addWebhook` in a browser. */
export const bodyExamples: ReadonlyMap<string, Body> = new Map<string, Body>(
  Object.entries<Body>({
    addService: { name: 'Peinado de fiesta', category: 'hair', durationMinutes: 60, priceCents: 60_000 },
    hold: { slotToken: fromSlots },
    makeOwnAppointment: { slotToken: fromSlots, client: { firstName: 'Lucía' }, method: 'cash' },
    addWebhook: {
      role: 'professional',
      address: 'https://agenda.example.com/kalli',
      events: ['booking.confirmed', 'booking.cancelled'],
    },
  }),
)
