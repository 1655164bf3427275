import { useQuery } from '@tanstack/react-query'
import { NameForm } from '#web/parts/settings/name-form.tsx'
import { sessionQuery } from '#web/session.ts'

export default function ProfileSettings() {
  const { data: user } = useQuery(sessionQuery)
  if (!user) return null
  return <NameForm />
}
