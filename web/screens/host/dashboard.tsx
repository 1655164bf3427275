import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/host-dashboard')({
  validateSearch: (search: Record<string, unknown>): { tab?: string } => ({
    tab: typeof search.tab === 'string' ? search.tab : undefined,
  }),
  component: () => <section className="page py-12"><h1 className="text-3xl">Dashboard Host</h1></section>,
})
