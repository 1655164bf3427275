import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { NotFound } from '#web/shell/not-found.tsx'

const Landing = lazy(() => import('#web/parts/landing/landing.tsx'))

/** Every address without its own route: visitors are sent to the landing page, and a signed-in user sees a not-found page (spec §2). */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: () => ({
    meta: [{ title: 'Página no encontrada · Kalli' }, { name: 'robots', content: 'noindex' }],
  }),
  notFoundComponent: () => (Route.useRouteContext().user === null ? <Landing /> : <NotFound />),
})
