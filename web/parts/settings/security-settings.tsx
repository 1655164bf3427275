import { DeviceList } from '#web/parts/settings/device-list.tsx'
import { PasswordForm } from '#web/parts/settings/password-form.tsx'
import { SecondFactor } from '#web/parts/settings/second-factor.tsx'

export default function SecuritySettings() {
  return (
    <>
      <SecondFactor />
      <PasswordForm />
      <DeviceList />
    </>
  )
}
