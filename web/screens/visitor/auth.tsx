import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, redirect, useLocation, useRouter } from '@tanstack/react-router'
import { CircleAlert, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { ownPath } from '#contract/platform/own-path.ts'
import { elsewhereProblems, isElsewhereProblem, signInWays } from '#contract/account/sign-in.ts'
import { reading } from '#web/api.ts'
import { LoginForm } from '#web/parts/account/login-form.tsx'
import { fetchRegister, RegisterPanel } from '#web/parts/account/register-panel.tsx'
import { paths } from '#web/paths.ts'
import { oneOf } from '#web/search-params.ts'
import { posted } from '#web/no-script-result.ts'
import { sessionQuery } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

type Tab = 'login' | 'register'

/** The role of a new account, where the link named it. */
const newRoles = ['professional', 'host', 'client'] as const
type NewRole = (typeof newRoles)[number]

const registerTexts: Readonly<Record<NewRole, string>> = {
  professional: 'Un minuto, y seguimos con tus servicios, tu horario y tu enlace. Sin cuotas fijas.',
  host: 'Un minuto, y seguimos con tu espacio. Sin cuotas fijas.',
  client: 'Un minuto y quedas dentro.',
}

export const Route = createFileRoute('/auth')({
  validateSearch: (
    search,
  ): { redirect?: string; tab?: Tab; role?: NewRole; auth?: 'success'; error?: string } => ({
    role: oneOf(newRoles, search.role),
    redirect: typeof search.redirect === 'string' ? search.redirect : undefined,
    tab: search.tab === 'register' ? 'register' : undefined,
    auth: search.auth === 'success' ? 'success' : undefined,
    error: typeof search.error === 'string' ? search.error : undefined,
  }),
  beforeLoad: async ({ context, search }) => {
    // Back from a sign-in with another provider: reload the session and drop the marker.
    if (search.auth === 'success') {
      await context.queryClient.invalidateQueries(sessionQuery)
      const user = await context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (user === null) throw redirect({ to: '/auth', search: { redirect: search.redirect } })
      // Rarely needed, and otherwise part of every page.
      const { ownPath } = await import('#contract/platform/own-path.ts')
      throw redirect({ href: ownPath(search.redirect) })
    }
    if (context.user !== null) throw redirect({ to: '/' })
  },
  loader: async ({ context }) => ({
    ...(await context.queryClient.ensureQueryData(reading(signInWays))),
    posted: posted(),
  }),
  head: ({ match: { search } }) => ({
    meta: [
      { title: search.tab === 'register' ? 'Crear cuenta · Kalli' : 'Entrar · Kalli' },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: Auth,
})

const tabs = [
  { value: 'login', label: 'Iniciar sesión' },
  { value: 'register', label: 'Crear cuenta' },
] as const

function Auth() {
  const search = Route.useSearch()
  const [tab, show] = useState<Tab>(search.tab ?? 'login')
  const navigate = Route.useNavigate()
  // In the address too: each tab has its own title, and a reload keeps it.
  const setTab = (next: Tab) => {
    show(next)
    void navigate({
      search: (before) => ({ ...before, tab: next === 'register' ? next : undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  const [user, setUser] = useState<SessionUser>()
  const [role, setRole] = useState<string>()
  const { elsewhere, posted } = Route.useLoaderData()
  const step = useStepElsewhere()
  // Most visitors who look for their visits without a session booked without an account.
  const forVisits = tab === 'login' && search.redirect?.startsWith('/my-bookings') === true
  // Without scripts the form is sent to this very address, which carries the return path.
  const action = useLocation({ select: ({ href }) => href })
  useGoOn(user, ownPath(search.redirect))
  return (
    <div className="page grid items-start justify-center gap-12 pt-8 sm:pt-14 lg:grid-cols-[minmax(0,30rem)_1fr] lg:gap-20">
      <section className="w-full">
        <h1 className="text-4xl">{tab === 'login' ? 'Qué gusto verte' : 'Abre tu cuenta'}</h1>
        <p className="mt-2 text-lg text-muted">
          {tab === 'login'
            ? 'Entra para ver tus citas, tu agenda o tus espacios.'
            : search.role === undefined
              ? 'Un minuto y quedas dentro.'
              : registerTexts[search.role]}
        </p>
        {forVisits ? (
          <Link
            {...paths.guestBookings()}
            className={buttonClass({ tone: 'secondary', size: 'large', wide: true }, 'mt-6')}
          >
            Mira tus citas con un código
          </Link>
        ) : null}
        <AuthTabs tab={tab} setTab={setTab} />
        <div id="acceso" role="tabpanel" aria-labelledby={`tab-${tab}`} className="pt-7">
          <Problem code={search.error} label={elsewhere?.label} />
          {posted === null ? null : <Refused text={posted.message} />}
          {tab === 'login' ? (
            <LoginForm
              key={step}
              onUser={setUser}
              action={action}
              typed={posted?.typed}
              {...(step === undefined ? {} : { stepElsewhere: step })}
            />
          ) : (
            <RegisterPanel
              onUser={setUser}
              onRole={setRole}
              action={action}
              chosen={search.role}
              typed={posted?.typed}
            />
          )}
          {elsewhere === null ? null : (
            <Elsewhere
              label={elsewhere.label}
              wanted={ownPath(search.redirect)}
              role={tab === 'register' ? role : undefined}
            />
          )}
          {forVisits ? null : (
            <p className="mt-7 text-[0.9375rem] text-muted">
              ¿Reservaste sin cuenta?{' '}
              <Link
                {...paths.guestBookings()}
                className="font-medium text-jacaranda underline underline-offset-4"
              >
                Mira tus citas con un código
              </Link>
            </p>
          )}
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

const AuthTabs = ({ tab, setTab }: { tab: Tab; setTab: (tab: Tab) => void }) => (
  <div role="tablist" aria-label="Acceso" className="mt-7 grid grid-cols-2 gap-1 rounded-md bg-sunk p-1">
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
        onPointerEnter={
          one.value === 'register' ? () => void fetchRegister().catch(() => undefined) : undefined
        }
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
)

/** Half a second after signing in, continues to the requested page (spec §2). */
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

/** To the provider, and back to the requested page; with the chosen role for a new account. */
const Elsewhere = ({ label, wanted, role }: { label: string; wanted: string; role?: string }) => {
  const query = new URLSearchParams({
    ...(wanted === '/' ? {} : { redirect: wanted }),
    ...(role ? { role } : {}),
  })
  return (
    <>
      <p className="my-6 flex items-center gap-4 text-[0.9375rem] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        o
      </p>
      <a
        href={query.size === 0 ? '/api/login' : `/api/login?${query}`}
        className={buttonClass({ tone: 'secondary', size: 'large', wide: true })}
      >
        <KeyRound aria-hidden className="size-5 shrink-0" />
        Continuar con {label}
      </a>
    </>
  )
}

/** Why the sign-in with another provider failed. */
const Problem = ({ code, label = 'el otro proveedor' }: { code?: string; label?: string }) =>
  code !== undefined && isElsewhereProblem(code) ? (
    <Refused text={elsewhereProblems[code].replaceAll('{label}', label)} />
  ) : null

const Refused = ({ text }: { text: string }) => (
  <p
    role="alert"
    className="mb-6 flex items-start gap-3 rounded-md border border-chile/40 bg-chile-soft p-4 font-medium"
  >
    <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-chile" />
    {text}
  </p>
)

/** A user who comes back from another provider and still has to enter a code: passed behind the #, and removed from the address at once. */
const useStepElsewhere = (): string | undefined => {
  const [step, setStep] = useState<string>()
  useEffect(() => {
    const found = /^#step=([\w.-]+)$/.exec(location.hash)?.[1]
    if (found === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    queueMicrotask(() => setStep(found))
  }, [])
  return step
}
