import type { Scope, ScopeNoun } from '#contract/platform/scope.ts'

/** Description of each noun for the consenting user. */
const things: Readonly<Record<Exclude<ScopeNoun, 'search'>, string>> = {
  bookings: 'tus citas y reservas',
  calendar: 'tu agenda, horarios y bloqueos',
  clients: 'tus clientes y sus fichas',
  services: 'tus servicios y precios',
  spaces: 'tus espacios y unidades',
  agreements: 'tus convenios, solicitudes y vacantes',
  rents: 'tus rentas de horas',
  messages: 'tus mensajes',
  reviews: 'tus reseñas',
  profile: 'tu perfil, portafolio y guardados',
  figures: 'tus ingresos y cifras',
  notifications: 'tus notificaciones',
  team: 'tu equipo',
}

/** "Ver y cambiar tus citas y reservas" */
export const scopeWords = (scope: Scope): string => {
  const [noun = '', does] = scope.split(':')
  if (!isThing(noun)) return 'Buscar en Kalli profesionales, espacios y horas libres'
  return `${does === 'write' ? 'Ver y cambiar' : 'Ver'} ${things[noun]}`
}

const isThing = (noun: string): noun is keyof typeof things => Object.hasOwn(things, noun)

/** Only the noun, for a list of choices: "Tus citas y reservas". */
export const nounWords = (noun: ScopeNoun): string =>
  isThing(noun) ? things[noun].charAt(0).toUpperCase() + things[noun].slice(1) : 'La búsqueda de Kalli'
