/** Finds a person's calendars from what they know of their service: well-known address, principal, home (RFC 6764, 5397, 4791). */
import { ask, hrefIn, type Signed } from '#server/connection/caldav/call.ts'
import type { Policy } from '#server/connection/caldav/net.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'

/** The address of the collection of calendars. Throws ProviderProblem; `gone`: there are no calendars at that address. */
export const homeOf = async (policy: Policy, signed: Signed, server: URL): Promise<string> => {
  const principal = await principalOf(policy, signed, server)
  const { home } = await property(policy, signed, principal, 'calendarHomeSet')
  if (home === null) throw new ProviderProblem('gone')
  return home.endsWith('/') ? home : `${home}/`
}

const principalOf = async (policy: Policy, signed: Signed, server: URL): Promise<string> => {
  const places = [new URL('/.well-known/caldav', server).href, server.href]
  // An address with a path was copied from the service's own page.
  if (server.pathname !== '/') places.reverse()
  for (const place of places)
    try {
      const { home } = await property(policy, signed, place, 'currentUserPrincipal')
      if (home !== null) return home
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      if (error.failure !== 'gone' && error.failure !== 'refused') throw error
    }
  throw new ProviderProblem('gone')
}

const query = {
  currentUserPrincipal: { 'd:current-user-principal': {} },
  calendarHomeSet: { 'c:calendar-home-set': {} },
} as const

const property = async (policy: Policy, signed: Signed, url: string, name: keyof typeof query) => {
  let from = url
  const [row] = await ask(
    policy,
    signed,
    url,
    { method: 'PROPFIND', depth: '0', namespace: 'd', body: { propfind: { 'd:prop': query[name] } } },
    (answered) => {
      from = answered
    },
  )
  const href = hrefIn(row?.props[name])
  return { home: href === '' ? null : (URL.parse(href, from)?.href ?? null) }
}
