import { ApiKeys } from '#web/parts/developer/api-keys.tsx'
import { Webhooks } from '#web/parts/developer/webhooks.tsx'

/** What works in one's name besides oneself. */
export default function DeveloperSettings() {
  return (
    <>
      <ApiKeys />
      <Webhooks />
    </>
  )
}
