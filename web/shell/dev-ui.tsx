import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'

const Showcase = lazy(() => import('#web/shell/showcase.tsx'))

/** Every component of web/ui on one page, in development only. */
export const Route = createFileRoute('/dev/ui')({
  beforeLoad: () => {
    if (import.meta.env.PROD) throw notFound()
  },
  component: Showcase,
})
