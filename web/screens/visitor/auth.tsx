import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/auth')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string; tab?: 'login' | 'register'; auth?: 'success' } => ({
    redirect: typeof search.redirect === 'string' ? search.redirect : undefined,
    tab: search.tab === 'register' || search.tab === 'login' ? search.tab : undefined,
    auth: search.auth === 'success' ? 'success' : undefined,
  }),
  component: () => <section className="page py-12"><h1 className="text-3xl">Entrar</h1></section>,
})
