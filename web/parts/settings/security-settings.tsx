import { useQuery } from '@tanstack/react-query'
import { DeviceList } from '#web/parts/settings/device-list.tsx'
import { PasswordForm } from '#web/parts/settings/password-form.tsx'
import { SecondFactor } from '#web/parts/settings/second-factor.tsx'
import { sessionQuery } from '#web/session.ts'

export default function SecuritySettings() {
  const { data: user } = useQuery(sessionQuery)
  return (
    <>
      <SecondFactor />
      {/* A user who must set up a second factor first may do nothing else. */}
      {user?.mustSetSecondFactor ? null : (
        <>
          <PasswordForm />
          <DeviceList />
        </>
      )}
    </>
  )
}
