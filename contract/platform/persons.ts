/** Maximum number of people per visit. Separate file: pages that only count people need nothing else. */
export const maxPersons = 6
/** Services per person; a longer list is two visits. */
export const maxServicesOfPerson = 5
/** Services of all people together: more would not fit into a day. */
export const maxPartsOfVisit = 12
export const maxFirstName = 40
/** Maximum number of companions saved in an account. */
export const maxCompanions = 12

/** "3 personas: Ana, Leo, Mía"; only the number until all are named. */
export const peopleText = (names: readonly (string | null)[]): string => {
  const all = `${names.length} personas`
  return names.includes(null) ? all : `${all}: ${names.join(', ')}`
}

/** The name shown for a person without a given name. */
export const nameOr = (firstName: string | null | undefined, person: number) =>
  firstName ?? `Persona ${person}`

/** Expands counts: [2,1] means that the first two services are for the first person: [1,1,2]. */
export const personOfEach = (counts: readonly number[]): number[] =>
  counts.flatMap((count, index) => Array.from({ length: count }, () => index + 1))

/** The inverse: [1,1,2] becomes [2,1]. */
export const countsOf = (persons: readonly number[]): number[] =>
  [...Map.groupBy(persons, (person) => person).values()].map(({ length }) => length)

/** Each person gets a service, none twice, and the total matches the requested services. */
export const areOf = (counts: readonly number[], services: readonly number[]) => {
  // A value that is no list is reported by its own schema.
  if (!Array.isArray(counts) || !Array.isArray(services)) return true
  const persons = personOfEach(counts)
  return (
    persons.length === services.length &&
    counts.every((count) => count <= maxServicesOfPerson) &&
    new Set(services.map((id, index) => `${persons[index]}/${id}`)).size === services.length
  )
}
