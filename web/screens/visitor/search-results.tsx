import { createFileRoute } from '@tanstack/react-router'
import type { SearchFor } from '#web/paths.ts'

export const Route = createFileRoute('/search-results')({
  validateSearch: (search: Record<string, unknown>): SearchFor => search,
  component: () => <section className="page py-12"><h1 className="text-3xl">Buscar</h1></section>,
})
