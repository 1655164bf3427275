import type { SessionUser } from '#contract/account/account.ts'
import Bell from '#web/parts/notification/bell.tsx'
import { hasBell } from '#web/session.ts'
import UserMenu from '#web/shell/user-menu.tsx'

/** The end of the header for a signed-in user: the bell and the user menu. */
export default function Signed({ user }: { user: SessionUser }) {
  return (
    <>
      {hasBell(user) ? <Bell /> : null}
      <UserMenu user={user} />
    </>
  )
}
