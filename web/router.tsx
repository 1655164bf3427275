import { MutationCache, QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { ApiError, readKey } from '#web/api.ts'
import { dataLoading } from '#web/data-loading.ts'
import { readSearch, writeSearch } from '#web/plain-search.ts'
import { routeTree } from '#web/routes.gen.ts'
import { sessionQuery } from '#web/session.ts'
import { ErrorScreen } from '#web/shell/error-screen.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { toastError } from '#web/ui/toast.ts'
import { visits } from '#web/visit.ts'

const nonceOfVisit = createIsomorphicFn()
  .server(() => visits.getStore()?.nonce)
  .client(() => undefined)

/** A page begins at its top; a visitor who scrolled in it before its scripts came stays where they are. */
const beginsAtItsTop = () => {
  let isFirst = true
  return () => {
    const isRead = isFirst && typeof window !== 'undefined' && window.scrollY > 0
    isFirst = false
    return !isRead
  }
}

/** One router and one cache for each visitor: on the server for each request, in the browser for each tab. */
export const getRouter = () => {
  // Spec §9: no retry, no refetch on focus, no polling, never stale unless a reading says otherwise.
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({
      // The session ended midway: sign in and return to the same page (forms keep their draft).
      onError: (problem) => {
        if (!(problem instanceof ApiError && problem.code === 'not_signed_in')) return
        queryClient.setQueryData(sessionQuery.queryKey, null)
        const { pathname, href } = router.state.location
        if (pathname === '/auth') return
        void router.navigate({ to: '/auth', search: { redirect: href } })
        // After the screen's own message about the failed call.
        setTimeout(() => toastError('Tu sesión terminó', 'Entra de nuevo; lo que escribiste sigue aquí.'))
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: readKey,
        ...dataLoading,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  const nonce = nonceOfVisit()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Query decides what is fresh; the router always asks it.
    defaultPreloadStaleTime: 0,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    scrollRestoration: beginsAtItsTop(),
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
