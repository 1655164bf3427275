import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionQuery } from '#web/session.ts'
import { toast } from '#web/ui/toast.ts'

/** Return from another provider's sign-in: reloads the session, and removes the marker from the address (spec §2). */
export default function SignInReturn() {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const address = new URL(location.href)
    if (address.searchParams.get('auth') !== 'success') return
    address.searchParams.delete('auth')
    void (async () => {
      const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      router.history.replace(address.pathname + address.search + address.hash)
      await router.invalidate()
      if (user !== null) toast('¡Bienvenido!', 'Has iniciado sesión correctamente.', 'good')
    })()
  }, [queryClient, router])
  return null
}
