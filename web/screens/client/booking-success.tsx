import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#web/session.ts'

export const Route = createFileRoute('/booking-success')({
  validateSearch: (search: Record<string, unknown>): { id?: string; t?: string } => ({
    id: typeof search.id === 'string' ? search.id : undefined,
    t: typeof search.t === 'string' ? search.t : undefined,
  }),
  beforeLoad: async ({ context, location, search }) => {
    if (search.t === undefined) await requireSession(context.queryClient, location)
  },
  component: () => <section className="page py-12"><h1 className="text-3xl">Reserva</h1></section>,
})
