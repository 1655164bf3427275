import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '#contract/account.ts'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { Logo } from '#web/ui/logo.tsx'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

// Visitors who only look around never need these.
const UserMenu = lazy(() => import('#web/shell/user-menu.tsx'))
const SmallMenu = lazy(() => import('#web/shell/small-menu.tsx'))

const item =
  'inline-flex min-h-11 items-center rounded-md px-3.5 font-medium text-ink/85 transition-colors hover:bg-sunk hover:text-ink aria-[current=page]:text-barro'

/** The links of the header for a visitor or for the role one acts in (spec §2). */
export const headerLinks = (user: SessionUser | null) => {
  if (user === null)
    return [
      { text: 'Profesionales', to: paths.search({ type: 'professionals' }) },
      { text: 'Espacios', to: paths.search({ type: 'spaces' }) },
      { text: 'Cómo Funciona', to: paths.howItWorks() },
      { text: 'Buscar', to: paths.search() },
    ]
  const home = { text: 'Inicio', to: paths.home() }
  if (user.activeRole === 'professional')
    return [
      home,
      { text: 'Mis Citas', to: paths.appointments() },
      { text: 'Mi Dashboard', to: paths.professionalDashboard() },
    ]
  if (user.activeRole === 'host')
    return [
      home,
      { text: 'Disponibilidad de Espacios', to: paths.hostAvailability() },
      { text: 'Dashboard Host', to: paths.hostDashboard() },
    ]
  return [home, { text: 'Mis Reservas', to: paths.myBookings() }, { text: 'Buscar', to: paths.search() }]
}

export const Header = () => {
  const { data: user } = useSuspenseQuery(sessionQuery)
  const [menu, setMenu] = useState(false)
  const links = headerLinks(user)
  return (
    <header className="sticky top-0 z-40 border-b border-line/80 bg-plaster/92 backdrop-blur-md">
      <div className="page flex h-16 items-center gap-3 md:h-18">
        <Link
          {...paths.home()}
          aria-label="Kalli, inicio"
          className="-ml-1 inline-flex min-h-11 items-center rounded-md px-1"
        >
          <Logo />
        </Link>
        <nav aria-label="Principal" className="ml-6 hidden items-center gap-0.5 md:flex">
          {links.map((link) => (
            <Link
              key={link.text}
              {...link.to}
              activeOptions={{ exact: true, includeSearch: true, includeHash: true }}
              className={item}
            >
              {link.text}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {user ? (
            <Suspense fallback={<Avatar name={user.firstName} src={user.profileImageUrl} size={40} />}>
              <UserMenu user={user} />
            </Suspense>
          ) : (
            <span className="hidden items-center gap-2 sm:flex">
              <Link {...paths.auth()} className={buttonClass({ tone: 'quiet', size: 'small' })}>
                Iniciar sesión
              </Link>
              <Link {...paths.auth({ tab: 'register' })} className={buttonClass({ size: 'small' })}>
                Crear cuenta
              </Link>
            </span>
          )}
          <IconButton
            label="Abrir menú"
            aria-expanded={menu}
            onClick={() => setMenu(true)}
            className="md:hidden"
          >
            <Menu aria-hidden />
          </IconButton>
        </div>
      </div>
      {menu ? (
        <Suspense>
          <SmallMenu user={user} links={links} onClose={() => setMenu(false)} />
        </Suspense>
      ) : null}
    </header>
  )
}
