import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { requireSession } from '#web/session.ts'
import { OtherProfile, type Profile } from '#web/shell/other-profile.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whose screen it is, where it is not everybody's. The server refuses by itself. */
    profile?: Profile
  }
}

/** Around every screen that needs a session. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => ({
    user: await requireSession(context.queryClient, location),
  }),
  pendingComponent: PageLoading,
  component: SignedIn,
})

function SignedIn() {
  const { user } = Route.useRouteContext()
  const profile = useMatches({ select: (matches) => matches.at(-1)?.staticData.profile })
  return profile === undefined || user.availableRoles.includes(profile) ? (
    <Outlet />
  ) : (
    <OtherProfile profile={profile} />
  )
}
