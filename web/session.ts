import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import * as account from '#contract/account/account.ts'
import type { SessionUser } from '#contract/account/account.ts'
import { ApiError, call } from '#web/api.ts'
import { visits } from '#web/visit.ts'

const mayHaveSession = createIsomorphicFn()
  .server(() => visits.getStore()?.hasSession ?? false)
  .client(() => true)

/** The signed-in user, or null (spec §7: fresh 5 s, cached 10 s, a 401 is anonymous, other errors are only logged). */
export const sessionQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<SessionUser | null> => {
    if (!mayHaveSession()) return null
    try {
      return await call(account.user, {}, { signal })
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.status === 401)) log(problem)
      return null
    }
  },
  staleTime: 5_000,
  gcTime: 10_000,
})

/** For a route that needs a session: anonymous visitors sign in first and return to this address. */
export const requireSession = async (
  queryClient: QueryClient,
  location: { href: string },
): Promise<SessionUser> => {
  const user = await queryClient.ensureQueryData(sessionQuery)
  if (user === null) {
    // A visitor who follows the link of an email seldom has an account.
    const tab = /^\/invitations\/.*[?&]t=/.test(location.href) ? ('register' as const) : undefined
    throw redirect({ to: '/auth', search: { redirect: location.href, tab } })
  }
  // An administrator sets the second factor before anything else.
  if (user.mustSetSecondFactor && !location.href.startsWith('/settings'))
    throw redirect({ to: '/settings', search: { section: 'security' } })
  return user
}

/** The name of a role in the header and the menus (spec §2). */
export const roleLabels = {
  client: 'Cliente',
  professional: 'Profesional',
  host: 'Host',
  admin: 'Administración',
} as const

/** The bell is for professionals and hosts only (spec §6). */
export const hasBell = (user: SessionUser) =>
  user.availableRoles.includes('professional') || user.availableRoles.includes('host')

/** Cache of today's agenda for use offline (web/parts/offline); sw.js uses it too. */
export const agendaCache = 'kalli-agenda'

/** Cache of conversation photos that are not sent yet (web/parts/conversation/unsent.ts). */
export const unsentCache = 'kalli-unsent'

/** Ends the session, forgets what this browser knew and starts again at the home page; also when the call fails (spec §7). */
export const signOut = async (queryClient: QueryClient) => {
  try {
    await call(account.logout, { query: {} })
  } catch (problem) {
    log(problem)
  }
  await endPushes()
  queryClient.clear()
  if ('caches' in window) await Promise.all([agendaCache, unsentCache].map((name) => caches.delete(name)))
  localStorage.clear()
  sessionStorage.clear()
  window.location.assign('/')
}

/** Push notifications of a user who signs out must not reach the next one; the server forgets this browser with its session. */
const endPushes = async () => {
  try {
    const worker = await navigator.serviceWorker.getRegistration()
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
  } catch (problem) {
    // No service worker, or none that receives notifications.
    log(problem)
  }
}

/** Spec §7 and §8: these errors are only logged. */
// oxlint-disable-next-line no-console
const log = (problem: unknown) => console.error(problem)
