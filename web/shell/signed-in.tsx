import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { requireSession } from '#web/session.ts'
import { NoProfile } from '#web/parts/professional/no-profile.tsx'
import { OtherProfile, type Profile } from '#web/shell/other-profile.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whose screen it is, where it is not everybody's. The server refuses by itself. */
    profile?: Profile
    /** There is nothing on it before a professional has saved what everybody sees of them. */
    needsSaved?: true
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
  const { profile, needsSaved } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  if (profile !== undefined && !user.availableRoles.includes(profile))
    return <OtherProfile profile={profile} />
  if (needsSaved && user.professionalId === null)
    return (
      <section className="page py-8">
        <NoProfile />
      </section>
    )
  return <Outlet />
}
