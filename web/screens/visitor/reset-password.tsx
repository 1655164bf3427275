import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search: Record<string, unknown>): { token?: string } => ({
    token: typeof search.token === 'string' ? search.token : undefined,
  }),
  component: () => <section className="page py-12"><h1 className="text-3xl">Restablecer contraseña</h1></section>,
})
