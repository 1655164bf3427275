/** Registration. Rendered by the server, also for browsers without scripts; most users who sign in never load its code. */
import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, Suspense } from 'react'
import RegisterNow, { type RegisterProps } from '#web/parts/account/register-form.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

export const fetchRegister = () => import('#web/parts/account/register-form.tsx')
const registerLater = lazy(fetchRegister)
const RegisterForm = createIsomorphicFn()
  .server(() => RegisterNow)
  .client(() => registerLater)()

export const RegisterPanel = (props: RegisterProps) => (
  <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
    <RegisterForm {...props} />
  </Suspense>
)
