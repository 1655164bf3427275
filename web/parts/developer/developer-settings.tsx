import { ApiKeys } from '#web/parts/developer/api-keys.tsx'

/** What works in one's name besides oneself. */
export default function DeveloperSettings() {
  return <ApiKeys />
}
