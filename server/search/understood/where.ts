/** Places and modalities: places with and without "en", "cerca", "a domicilio", "en línea". */
import { plainText } from '#contract/platform/plain-text.ts'
import type { Suggestion } from '#server/places/named.ts'
import { placeFrom } from '#server/places/places.ts'
import { fold } from '#server/search/rules.ts'
import type { PlaceChip, Read, Token, Understood } from '#server/search/understood/chips.ts'
import { knownWords, otherNames, singular } from '#server/search/understood/trade-words.ts'
import { lengthOf, phrasesOf, wordAt } from '#server/search/understood/tokens.ts'

const fixed: readonly (readonly [readonly (readonly string[])[], Understood])[] = [
  [
    phrasesOf(`con servicio a domicilio, servicio a domicilio, a mi domicilio, en mi domicilio, a domicilio, domicilio, en mi propia casa, en mi casa, a mi casa, que venga a mi casa, que venga a casa,
      que vengan a mi casa, que vaya a mi casa, que vayan a mi casa, que venga a domicilio, que vaya a domicilio, que vaya a domicilio, ven a mi casa, vienen a mi casa, viene a mi casa, en la comodidad de mi casa, en casa, a casa,
      en mi departamento, en mi depa, en mi hotel, en mi oficina, a mi oficina, en la oficina, que venga, que vengan, desde mi casa y que venga`),
    { kind: 'modality', modality: 'home' },
  ],
  [
    phrasesOf(`en linea, on line, online, por videollamada, videollamada, por video llamada, video llamada, por video, a distancia, virtual, virtuales, virtualmente, por zoom, por meet, por google meet, remoto, remota,
      de forma remota, por internet, via zoom, por llamada, por telefono, desde mi casa, desde casa, no presencial`),
    { kind: 'modality', modality: 'online' },
  ],
  [
    phrasesOf(`que este cerca de mi, que este cerca, que quede cerca, que me quede cerca, mas cerca de mi, lo mas cerca, la mas cerca, mas cercano, mas cercana, mas cerca, cerca de mi casa, cerca de mi ubicacion, cerca de mi, cerca de donde estoy,
      cerca de aqui, aqui cerca, cerca mio, cercanos a mi, cercano a mi, cercana a mi, cercano, cercana, cercanos, cercanas, por aqui cerca, por aqui, por mi casa, por mi rumbo, por mi zona, en mi zona, en mi colonia, por mi colonia, cerquita, a la redonda, a mi alrededor, cerca`),
    { kind: 'near' },
  ],
]
const best =
  phrasesOf(`la mejor calificada, el mejor calificado, los mejores calificados, las mejores calificadas, mejor calificada, mejor calificado, mejores calificados, mejores calificadas, mejor calificacion, bien calificado, bien calificada,
  con buenas resenas, con buenas calificaciones, con muy buenas resenas, buenas resenas, mejores resenas, con mejores resenas, mejor evaluado, mejor evaluada, recomendado, recomendada, recomendados, recomendadas, muy recomendada, los mejores, las mejores, el mejor, la mejor, mejores, mejor, top`)
const checked = phrasesOf(
  'profesional verificada, profesional verificado, verificado, verificada, verificados, verificadas, que este verificada, que este verificado',
)

export const readWay = (tokens: readonly Token[], index: number): Read | null => {
  // "cerca de Roma" is a place.
  const around = lengthOf(tokens, index, [
    ['cerca', 'del'],
    ['cerca', 'de', 'la'],
    ['cerca', 'de', 'el'],
    ['cerca', 'de'],
    ['cerca', 'a'],
  ])
  if (around > 0) {
    const place = placeAt(tokens, index + around, false)
    if (place !== null) return { length: around + place.length, means: place.means }
  }
  for (const [phrases, means] of fixed) {
    const length = lengthOf(tokens, index, phrases)
    // "en casa de" names another person's home, "domicilio" alone suffices.
    if (
      length > 0 &&
      !(wordAt(tokens, index + length) === 'de' && wordAt(tokens, index + length - 1) === 'casa')
    )
      return { length, means: [means] }
  }
  const good = lengthOf(tokens, index, best)
  if (good > 0) return { length: good, means: [{ kind: 'sort', sort: 'rating' }] }
  const sure = lengthOf(tokens, index, checked)
  return sure > 0 ? { length: sure, means: [{ kind: 'verified' }] } : null
}

const led =
  phrasesOf(`en la colonia, en la col, en la zona de, en la zona del, en la zona, por la zona de, en el centro de, en la ciudad de, en la alcaldia, en la delegacion, en los alrededores de, alrededor de la, alrededor de,
  rumbo a, por rumbo de, por el rumbo de, colonia la, colonia, col, zona, en la, en el, en los, en las, en, por la, por el, por, ubicado en, ubicada en, cerca del centro de, de la, del, de`)
/** After these any place counts; after "de" and "por" only a large one. */
const strong = new Set(['en', 'colonia', 'col', 'zona', 'alrededor', 'ubicado', 'ubicada', 'rumbo'])

const maxWords = 6
const pairs = new Set(['san rafael', 'santa fe', 'tierra blanca', 'union libres'])
const isService = (word: string) => knownWords.has(singular(word)) || otherNames.has(word)

/** A place at a position: after "en" any, without it only an unambiguous one. */
export const readPlace = (tokens: readonly Token[], index: number, afterUnknown: boolean): Read | null => {
  const opens = lengthOf(tokens, index, led)
  if (opens > 0) {
    const isStrong = strong.has(wordAt(tokens, index))
    if (!isStrong && afterUnknown) return null
    // "en el centro de" is the city, "en el centro" its middle. "Del Valle" is a name with its own article.
    for (const from of [opens, 1, ...(isStrong ? [] : [0])]) {
      const place = placeAt(tokens, index + from, !isStrong)
      if (place !== null) return { length: from + place.length, means: place.means }
    }
    return null
  }
  if (afterUnknown) return null
  const place = placeAt(tokens, index, true)
  return place === null ? null : { length: place.length, means: place.means }
}

/** Place names that are also other words or family names: they need "en", or the name of their city. */
const ambiguous = new Set(
  `alamos americana andrade anzures campestre carmen carrera centro concepcion contry corregidora del carmen doctores dolores el carmen florida granada guadalupe guerrero hidalgo hipodromo industrial
  jimenez juarez la concepcion la paz lafayette loreto lopez lucia luna magdalena maria martinez mina modelo moderna morelos obispado palma paz progreso providencia reforma rosario sabinas salinas san rafael
  santa fe santiago santos sol solidaridad tecnologico valle victoria zaragoza tierra blanca mexico estado flores real acuna garcia gonzalez escobedo ramos rio roma chica union libres tula abasolo allende camargo cruz
  pilates yoga mata corta barba pies playa puerto isla sauz armadillo`
    .split(/\s+/)
    .filter((word) => word.length > 2 && word !== 'roma'),
)

const placeAt = (
  tokens: readonly Token[],
  index: number,
  isLoose: boolean,
): { length: number; means: PlaceChip[] } | null => {
  const left = tokens.slice(index, index + maxWords)
  const comma = left.findIndex((token, at) => token.comma && at < left.length - 1)
  for (let length = left.length; length > 0; length--) {
    const words = left.slice(0, length).map(({ word }) => word)
    const text = words.join(' ')
    if (text.length < 2 || joiners.has(words.at(-1) ?? '') || (length === 1 && tooShort(text))) continue
    if (comma >= 0 && comma < length - 1 && length - comma > 4) continue
    const found = placeFrom(text)
    if (found === null || (isLoose && !isPlain(found, words))) continue
    return { length, means: [chipOf(found.place, words)] }
  }
  return null
}

const joiners = new Set([
  'de',
  'la',
  'el',
  'en',
  'del',
  'los',
  'las',
  'y',
  'a',
  'por',
  'con',
  'para',
  'cerca',
  'zona',
  'colonia',
])
const tooShort = (text: string) => text.length < 2 || /^\d+$/.test(text) || text === 'me' || text === 'mi'

/** Without "en": a well-known name, spelt exactly. */
const isPlain = (
  { place, isCorrected }: { place: Suggestion; isCorrected: boolean },
  words: readonly string[],
) => {
  if (joiners.has(words[0] ?? '') && words.length < 2) return false
  const own = words.filter((word) => !joiners.has(word))
  if (own.length === 0 || pairs.has(own.join(' '))) return false
  const isWholeName = words.length > 1 && words[0] === 'del' && fold(place.name) === words.join(' ')
  if (own.length === 1 && !isWholeName && (ambiguous.has(own[0] ?? '') || isService(own[0] ?? '')))
    return false
  if (isCorrected && own.some(isService)) return false
  if (isCorrected) return place.kind !== 'locality' && (own[0]?.length ?? 0) > 6
  if (place.kind === 'locality' && place.city !== place.name) return true
  return place.kind !== 'locality' || own.length > 1
}

const sides = new Set(['norte', 'sur', 'oriente', 'poniente', 'centro', 'historico'])

/** "Roma" means both Romas: without a typed side the chip shows none either. */
const chipOf = (place: Suggestion, words: readonly string[]): PlaceChip => {
  const parts = place.name.split(' ')
  const last = plainText(parts.at(-1) ?? '')
  const isSide =
    place.kind === 'neighbourhood' && parts.length > 1 && sides.has(last) && !words.includes(last)
  const name = isSide ? parts.slice(0, -1).join(' ') : place.name
  return { kind: 'place', name, city: place.city ?? '', state: place.state, zone: place.zone }
}
