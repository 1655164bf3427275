import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SessionUser } from '#contract/account.ts'
import { ownPath } from '#contract/own-path.ts'
import { LoginForm } from '#web/parts/account/login-form.tsx'
import { RegisterForm } from '#web/parts/account/register-form.tsx'
import { sessionQuery } from '#web/session.ts'
import { classNames } from '#web/ui/class-names.ts'

type Tab = 'login' | 'register'

export const Route = createFileRoute('/auth')({
  validateSearch: (search): { redirect?: string; tab?: Tab; auth?: 'success' } => ({
    redirect: typeof search.redirect === 'string' ? search.redirect : undefined,
    tab: search.tab === 'register' ? 'register' : undefined,
    auth: search.auth === 'success' ? 'success' : undefined,
  }),
  beforeLoad: async ({ context, search }) => {
    // Back from a sign-in elsewhere: ask again who this is, and drop the mark.
    if (search.auth === 'success') {
      await context.queryClient.invalidateQueries(sessionQuery)
      const user = await context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      throw user === null
        ? redirect({ to: '/auth', search: { redirect: search.redirect } })
        : redirect({ href: ownPath(search.redirect) })
    }
    if (context.user !== null) throw redirect({ to: '/' })
  },
  head: () => ({ meta: [{ title: 'Entrar · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: Auth,
})

const tabs = [
  { value: 'login', label: 'Iniciar sesión' },
  { value: 'register', label: 'Crear cuenta' },
] as const

function Auth() {
  const search = Route.useSearch()
  const [tab, setTab] = useState<Tab>(search.tab ?? 'login')
  const [user, setUser] = useState<SessionUser>()
  useGoOn(user, ownPath(search.redirect))
  return (
    <div className="page grid items-start justify-center gap-12 pt-8 sm:pt-14 lg:grid-cols-[minmax(0,30rem)_1fr] lg:gap-20">
      <section className="w-full">
        <h1 className="text-4xl">{tab === 'login' ? 'Qué gusto verte' : 'Abre tu cuenta'}</h1>
        <p className="mt-2 text-lg text-muted">
          {tab === 'login'
            ? 'Entra para ver tus citas, tu agenda o tus espacios.'
            : 'Un minuto y quedas dentro. Sin cuotas fijas.'}
        </p>
        <div
          role="tablist"
          aria-label="Acceso"
          className="mt-7 grid grid-cols-2 gap-1 rounded-md bg-sunk p-1"
        >
          {tabs.map((one) => (
            <button
              key={one.value}
              id={`tab-${one.value}`}
              type="button"
              role="tab"
              aria-selected={one.value === tab}
              aria-controls="acceso"
              tabIndex={one.value === tab ? 0 : -1}
              onClick={() => setTab(one.value)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                const next = tab === 'login' ? 'register' : 'login'
                setTab(next)
                document.getElementById(`tab-${next}`)?.focus()
              }}
              className={classNames(
                'min-h-11 rounded-sm px-4 font-semibold transition-colors',
                one.value === tab ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
              )}
            >
              {one.label}
            </button>
          ))}
        </div>
        <div id="acceso" role="tabpanel" aria-labelledby={`tab-${tab}`} className="pt-7">
          {tab === 'login' ? <LoginForm onUser={setUser} /> : <RegisterForm onUser={setUser} />}
        </div>
      </section>
      <img
        src="/hero.svg"
        alt=""
        width={640}
        height={560}
        className="hidden w-full max-w-xl justify-self-center lg:block"
      />
    </div>
  )
}

/** Half a second after signing in, on to where one wanted to go (spec §2). */
const useGoOn = (user: SessionUser | undefined, to: string) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (user === undefined) return
    queryClient.setQueryData(sessionQuery.queryKey, user)
    const timer = setTimeout(() => router.history.push(to), 500)
    return () => clearTimeout(timer)
  }, [user, to, queryClient, router])
}
