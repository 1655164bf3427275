import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { Logo } from '#web/ui/logo.tsx'
import { buttonClass, IconButton } from '#web/ui/button.tsx'

// Anonymous visitors never need these.
const Signed = lazy(() => import('#web/shell/signed.tsx'))
const SmallMenu = lazy(() => import('#web/shell/small-menu.tsx'))

const item =
  'relative inline-flex min-h-11 items-center rounded-md px-3 font-medium whitespace-nowrap text-ink/85 transition-colors hover:bg-sunk hover:text-ink aria-[current=page]:text-barro aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:-bottom-0.5 aria-[current=page]:after:h-0.5 aria-[current=page]:after:rounded-full aria-[current=page]:after:bg-barro'

/** The header's links for a visitor or for the user's active role (spec §2). */
export const headerLinks = (user: SessionUser | null) => {
  if (user === null)
    return [
      { text: 'Profesionales', to: paths.search({ type: 'professionals' }) },
      { text: 'Espacios', to: paths.search({ type: 'spaces' }) },
      { text: 'Cómo Funciona', to: paths.howItWorks() },
      { text: 'Buscar', to: paths.search() },
    ]
  const home = { text: 'Inicio', to: paths.home() }
  switch (user.activeRole) {
    case 'client':
      return [home, { text: 'Mis Reservas', to: paths.myBookings() }, { text: 'Buscar', to: paths.search() }]
    case 'professional':
      return [
        home,
        { text: 'Mis Citas', to: paths.appointments() },
        { text: 'Mi Dashboard', to: paths.professionalDashboard() },
      ]
    case 'host':
      return [
        home,
        { text: 'Disponibilidad de Espacios', to: paths.hostAvailability() },
        { text: 'Dashboard Host', to: paths.hostDashboard() },
      ]
    case 'admin':
      return [home, { text: 'Administración', to: paths.admin() }]
  }
}
export type HeaderLink = ReturnType<typeof headerLinks>[number]

/**
 * Which address makes a link the current one: searches differ by what they look for, every other link stays current whatever its
 * parameters (a tab, a day).
 */
export const activeOf = ({ to }: HeaderLink) => ({
  exact: true,
  includeSearch: to.to === '/search-results',
  includeHash: to.to === '/',
})

/** On the home page "Cómo Funciona" scrolls to the steps, however often it is pressed (spec §2). */
export const useSteps = ({ to }: HeaderLink) => {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const steps = paths.howItWorks()
    const elsewhere = !('hash' in to) || location.pathname !== steps.to
    if (elsewhere || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ ...steps, resetScroll: false, hashScrollIntoView: false })
    document.getElementById(steps.hash)?.scrollIntoView()
  }
}

const HeaderItem = ({ link }: { link: HeaderLink }) => (
  <Link {...link.to} activeOptions={activeOf(link)} onClick={useSteps(link)} className={item}>
    {link.text}
  </Link>
)

export const Header = () => {
  const { data: user } = useSuspenseQuery(sessionQuery)
  const [menu, setMenu] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const closeMenu = () => {
    setMenu(false)
    // After the menu has closed; until then it traps the focus.
    requestAnimationFrame(() => menuButton.current?.focus())
  }
  const links = headerLinks(user)
  return (
    <header
      data-bar="top"
      className="sticky top-0 z-40 pt-[env(safe-area-inset-top)] short:static border-b border-line/80 bg-plaster/92 backdrop-blur-md"
    >
      <div className="page flex min-h-16 flex-wrap items-center gap-x-2 sm:gap-x-3 lg:min-h-18">
        <Link
          {...paths.home()}
          aria-label="Kalli, inicio"
          className="-ml-1 inline-flex min-h-11 items-center rounded-md px-1"
        >
          <Logo />
        </Link>
        <nav aria-label="Principal" className="ml-5 hidden items-center gap-0.5 lg:flex">
          {links.map((link) => (
            <HeaderItem key={link.text} link={link} />
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1 sm:gap-2">
          {user ? (
            <Suspense fallback={<span className="h-11 w-24" />}>
              <Signed user={user} />
            </Suspense>
          ) : (
            <SignInLinks />
          )}
          <IconButton
            ref={menuButton}
            label="Abrir menú"
            aria-haspopup="dialog"
            aria-expanded={menu}
            onClick={() => setMenu(true)}
            className="needs-scripts lg:hidden"
          >
            <Menu aria-hidden />
          </IconButton>
        </div>
      </div>
      {menu ? (
        <Suspense>
          <SmallMenu user={user} links={links} onClose={closeMenu} />
        </Suspense>
      ) : null}
    </header>
  )
}

const SignInLinks = () => (
  <span className="flex items-center gap-2">
    <Link
      {...paths.auth()}
      activeOptions={{ exact: true, includeSearch: true }}
      className={buttonClass({ tone: 'quiet', size: 'small' }, 'max-sm:px-2')}
    >
      Iniciar sesión
    </Link>
    <Link {...paths.auth({ tab: 'register' })} className={buttonClass({ size: 'small' }, 'max-sm:hidden')}>
      Crear cuenta
    </Link>
  </span>
)
