/**
 * The default place of a search without one: that of the last search in this browser, stored in a cookie so that the server renders it at
 * once. Only named places are stored, never a position.
 */
import { createIsomorphicFn } from '@tanstack/react-start'
import { lastPlaceCookie } from '#contract/platform/last-place.ts'
import { readSearch, writeSearch } from '#web/plain-search.ts'
import { searchStateOf, type SearchState } from '#web/parts/cards/search-state.ts'
import { isSearch } from '#web/parts/search/said-chips.ts'
import { visits } from '#web/visit.ts'

/** As the server names it (server/platform/http/origin.ts): over https no other host can set it. */
const cookieName = () => (location.protocol === 'https:' ? `__Host-${lastPlaceCookie}` : lastPlaceCookie)

const remembered = createIsomorphicFn()
  .server(() => visits.getStore()?.lastPlace)
  .client(() => {
    const start = `${cookieName()}=`
    const own = document.cookie.split('; ').find((one) => one.startsWith(start))
    return own === undefined ? undefined : decodeURIComponent(own.slice(start.length))
  })

const saysPlace = ({ location, city, state, lat, bbox }: SearchState) =>
  (location ?? city ?? state ?? lat ?? bbox) !== undefined

/**
 * A search without a place, although it matters: for online visits it does not. "Cerca" is no place until the browser has given the
 * position.
 */
export const lacksPlace = (search: SearchState) =>
  isSearch(search) && !saysPlace(search) && (search.modality ?? search.how) !== 'online'

/** The search at this browser's last place; undefined: it has a place, or none is known. */
export const atLastPlace = (search: SearchState): SearchState | undefined => {
  const cookie = lacksPlace(search) && search.near === undefined ? remembered() : undefined
  if (cookie === undefined) return undefined
  const { location, city, state } = searchStateOf(readSearch(cookie))
  return (location ?? city ?? state) === undefined ? undefined : { ...search, location, city, state }
}

/** Once the visitor removed the position, only a press restores it. */
let isPositionUnwanted = false
export const mayUsePosition = () => !isPositionUnwanted

const write = (value: string, maxAgeSeconds: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore exists only over https
  document.cookie = `${cookieName()}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

const yearSeconds = 31_536_000

/** After a search: stores its place as the last one. A search around a position clears it. */
export const rememberPlace = ({ location, city, state, lat }: SearchState) => {
  if ((location ?? city ?? state) !== undefined)
    write(encodeURIComponent(writeSearch({ location, city, state }).slice(1)), yearSeconds)
  else if (lat !== undefined) write('', 0)
}

/** Removing the place from a search clears the last place too. */
export const forgetWhenTaken = (before: SearchState, after: SearchState) => {
  if (!(saysPlace(before) || before.near !== undefined) || saysPlace(after) || after.near !== undefined)
    return
  isPositionUnwanted = true
  write('', 0)
}
