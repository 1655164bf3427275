import { AllowedApps } from '#web/parts/developer/allowed-apps.tsx'
import { ApiKeys } from '#web/parts/developer/api-keys.tsx'
import { Assistants } from '#web/parts/developer/assistants.tsx'
import { Mandates } from '#web/parts/developer/mandates.tsx'
import { OwnApps } from '#web/parts/developer/own-apps.tsx'
import { Webhooks } from '#web/parts/developer/webhooks.tsx'

/** The systems that act on the user's behalf. */
export default function DeveloperSettings() {
  return (
    <>
      <AllowedApps />
      <Mandates />
      <Assistants />
      <ApiKeys />
      <Webhooks />
      <OwnApps />
    </>
  )
}
