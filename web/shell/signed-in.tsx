import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { requireSession } from '#web/session.ts'
import { NoProfile } from '#web/parts/professional/no-profile.tsx'
import { OtherProfile, type Profile } from '#web/shell/other-profile.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The profile that the screen needs, if any. The server checks by itself. */
    profile?: Profile
    /** The screen is empty until a professional has saved the public profile. */
    needsSaved?: true
  }
}

/** Wraps every screen that needs a session. */
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
