import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/host-availability')({
  validateSearch: (search: Record<string, unknown>): { date?: string } => ({
    date: typeof search.date === 'string' ? search.date : undefined,
  }),
  component: () => <section className="page py-12"><h1 className="text-3xl">Disponibilidad de espacios</h1></section>,
})
