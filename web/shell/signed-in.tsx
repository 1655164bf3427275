import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireSession } from '#web/session.ts'
import { PageLoading } from '#web/ui/spinner.tsx'

/** Around every screen that needs a session. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => ({
    user: await requireSession(context.queryClient, location),
  }),
  pendingComponent: PageLoading,
  component: Outlet,
})
