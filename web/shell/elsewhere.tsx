import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { requireSession } from '#web/session.ts'
import { NotFound } from '#web/shell/not-found.tsx'
import { SoonScreen } from '#web/shell/soon-screen.tsx'

const Landing = lazy(() => import('#web/parts/landing/landing.tsx'))

/**
 * Every address without a route of its own: what comes later says so, visitors land on the landing page, and
 * whoever is signed in is told that nothing is here (spec §2).
 */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ context, location }) => {
    // The table is long, and most visits never need it.
    const { soonAt } = await import('#web/soon.ts')
    if (soonAt(location.pathname)?.session === 'needed') await requireSession(context.queryClient, location)
  },
  loader: async ({ location }) => {
    const { soonAt } = await import('#web/soon.ts')
    const soon = soonAt(location.pathname)
    if (soon === undefined) throw notFound()
    return soon
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: `${loaderData?.title ?? 'Página no encontrada'} · Kalli` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: () => <SoonScreen soon={Route.useLoaderData()} />,
  notFoundComponent: () => (Route.useRouteContext().user === null ? <Landing /> : <NotFound />),
})
