import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/booking')({
  validateSearch: (search: Record<string, unknown>): { professional?: number; service?: number; space?: number } => ({
    professional: Number(search.professional) || undefined,
    service: Number(search.service) || undefined,
    space: Number(search.space) || undefined,
  }),
  component: () => <section className="page py-12"><h1 className="text-3xl">Reservar</h1></section>,
})
