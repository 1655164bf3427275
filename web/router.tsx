import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { readKey } from '#web/api.ts'
import { routeTree } from '#web/routes.gen.ts'
import { ErrorScreen } from '#web/shell/error-screen.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { visits } from '#web/visit.ts'

const nonceOfVisit = createIsomorphicFn()
  .server(() => visits.getStore()?.nonce)
  .client(() => undefined)

/** Addresses carry plain text, as the specification writes them (`?rating=4.5`), not JSON. */
const readAddress = (search: string) => Object.fromEntries(new URLSearchParams(search))
const writeAddress = (search: Record<string, unknown>) => {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      written.set(name, String(value))
  return written.size === 0 ? '' : `?${written}`
}

/** One router and one cache for each visitor: on the server for each request, in the browser for each tab. */
export const getRouter = () => {
  // Spec §9: no retry, no refetch on focus, no polling, never stale unless a reading says otherwise.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readKey,
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  })
  const nonce = nonceOfVisit()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Freshness is Query's business; the router always asks it.
    defaultPreloadStaleTime: 0,
    parseSearch: readAddress,
    stringifySearch: writeAddress,
    scrollRestoration: true,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 400,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
