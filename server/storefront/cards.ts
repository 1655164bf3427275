/** The text on the picture beside a shared link, for each kind of page. */
import { categories, spaceTypes } from '#contract/professional/categories.ts'
import { formatCents } from '#contract/platform/money.ts'
import { listPriceOf, listPriceText, lowestOf, type Priced } from '#contract/pricing/shown-price.ts'
import type { PublicProfessional, PublicSpace } from '#contract/search/public-page.ts'
import type { PublicBusiness } from '#contract/storefront/storefront.ts'
import { type Card, hashOf } from '#server/storefront/social.ts'

export const ofProfessional = (
  one: Pick<
    PublicProfessional,
    'user' | 'categories' | 'neighbourhood' | 'city' | 'rating' | 'reviewCount' | 'verified' | 'basePrice'
  > & { services: readonly Priced[] },
): Card => ({
  eyebrow: one.categories.map((category) => categories[category]).join(' · '),
  title: `${one.user.firstName} ${one.user.lastName}`,
  lines: [placeOf(one), scoreOf(one)],
  seal: listPriceText(
    lowestOf(one.services.map(listPriceOf)) ?? {
      cents: Math.round(Number(one.basePrice) * 100),
      isFrom: true,
    },
  ),
  picture: own(one.user.profileImageUrl),
  shape: 'arch',
})

export const ofSpace = (
  space: Pick<
    PublicSpace,
    | 'name'
    | 'host'
    | 'spaceType'
    | 'neighbourhood'
    | 'city'
    | 'rating'
    | 'reviewCount'
    | 'pricePerHour'
    | 'photos'
  >,
): Card => ({
  eyebrow: `${spaceTypes[space.spaceType]} por hora`,
  title: space.name,
  lines: [`${space.host.businessName} · ${placeOf(space)}`, scoreOf(space)],
  seal: `${formatCents(Math.round(Number(space.pricePerHour) * 100))}/hora`,
  picture: own(space.photos[0]),
  shape: 'wide',
})

export const ofBusiness = (
  one: Pick<PublicBusiness, 'name' | 'neighbourhood' | 'city' | 'rating' | 'reviewCount' | 'photos'> & {
    team: number
    spaces: number
  },
): Card => ({
  eyebrow: 'En Kalli',
  title: one.name,
  lines: [placeOf(one), scoreOf(one)],
  seal:
    one.team > 0
      ? `${one.team} ${one.team === 1 ? 'profesional' : 'profesionales'}`
      : `${one.spaces} ${one.spaces === 1 ? 'espacio' : 'espacios'}`,
  picture: own(one.photos[0]),
  shape: 'wide',
})

/** Pages that are the same for every viewer, by their path. */
const words: Readonly<
  Record<string, readonly [eyebrow: string, title: string, line: string, picture: string]>
> = {
  kalli: [
    'Belleza, bienestar y salud',
    'Con lugar y hora de verdad',
    'Busca, reserva y paga en minutos',
    'space/chair/12/1',
  ],
  about: [
    'Quiénes somos',
    'La casa de quienes cuidan',
    'Una agenda, tres partes, dinero claro',
    'space/room/4/4',
  ],
  'search-results': [
    'Buscar',
    'Profesionales y espacios',
    'Con los horarios que de verdad están libres',
    'space/chair/12/1',
  ],
  contact: ['Contacto', 'Hablemos', 'Te responde una persona', 'space/station/3/3'],
  'for-professionals': [
    'Para profesionales',
    'Tu agenda llena, sin rentar el mes entero',
    '10 % solo sobre reservas',
    'space/chair/12/2',
  ],
  'for-spaces': [
    'Para espacios',
    'Tus horas vacías también trabajan',
    '5 % solo sobre el uso real',
    'space/cabin/9/1',
  ],
  pricing: ['Comisiones', 'Cada peso, a la vista', 'Calcula quién gana qué', 'space/station/7/3'],
  help: ['Centro de ayuda', '¿En qué te ayudamos?', 'Respuestas claras', 'space/consulting_room/5/1'],
  'help/professionals': [
    'Centro de ayuda',
    'Ayuda para profesionales',
    'Agenda, cobros y convenios',
    'space/chair/8/2',
  ],
  'help/hosts': ['Centro de ayuda', 'Ayuda para espacios', 'Publicar, decidir y cobrar', 'space/cabin/6/1'],
  privacy: ['Legal', 'Aviso de privacidad', 'Tus datos, tus derechos', 'space/room/9/4'],
  terms: ['Legal', 'Términos y condiciones', 'Las reglas de la casa', 'space/room/9/4'],
}

export const ofPage = (name: string): Card | undefined => {
  const known = Object.hasOwn(words, name) ? words[name] : undefined
  if (known === undefined) return undefined
  const [eyebrow, title, line, picture] = known
  return { eyebrow, title, lines: [line], seal: null, picture: `/pictures/${picture}.svg`, shape: 'wide' }
}

/** The picture's address changes with its content, so that it may be cached for ever. */
export const socialPicture = (kind: 'p' | 'b' | 'space', id: number, card: Card) =>
  `/social/${kind}/${id}-${hashOf(card)}.png`

const placeOf = ({ neighbourhood, city }: { neighbourhood: string | null; city: string }) =>
  [...new Set([neighbourhood, city])].filter((part) => part !== null).join(', ')

const scoreOf = ({ rating, reviewCount }: { rating: string; reviewCount: number }) =>
  reviewCount === 0
    ? ''
    : `${Number(rating).toFixed(1)} de 5 · ${reviewCount} ${reviewCount === 1 ? 'reseña' : 'reseñas'}`

/** Only pictures of this site: no user may make the server fetch an address. */
const own = (address: string | null | undefined) =>
  typeof address === 'string' && /^\/(?![/\\])[\w./-]+$/.test(address) && !address.includes('..')
    ? address
    : null
