/** Opening an account. Written by the server, also for a browser without scripts; most who sign in need no code of it. */
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
