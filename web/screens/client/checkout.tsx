import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#web/session.ts'

export const Route = createFileRoute('/dynamic-checkout')({
  validateSearch: (search: Record<string, unknown>): { hold?: string } => ({
    hold: typeof search.hold === 'string' ? search.hold : undefined,
  }),
  beforeLoad: async ({ context, location, search }) => {
    if (search.hold === undefined) await requireSession(context.queryClient, location)
  },
  component: () => <section className="page py-12"><h1 className="text-3xl">Pago</h1></section>,
})
