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
  }),
)
