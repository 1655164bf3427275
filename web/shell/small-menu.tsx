import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { SessionUser } from '#contract/account/account.ts'
import { paths } from '#web/paths.ts'
import { roleLabels } from '#web/session.ts'
import { activeOf, type HeaderLink, useSteps } from '#web/shell/header.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { Greca } from '#web/ui/logo.tsx'

/** The header's links on a small screen. Escape and the cross close it; focus returns to its button. */
export default function SmallMenu({
  user,
  links,
  onClose,
}: {
  user: SessionUser | null
  links: readonly HeaderLink[]
  onClose: () => void
}) {
  return (
    <Sheet open onOpenChange={onClose} title="Menú" hideTitle>
      <div className="flex min-h-full flex-col">
        {user === null ? null : (
          <div className="mb-3 flex items-center gap-3 border-b border-line pb-5">
            <Avatar
              name={`${user.firstName} ${user.lastName}`}
              src={user.profileImageUrl}
              shape="arch"
              size={52}
            />
            <div className="min-w-0">
              <p className="truncate font-display text-lg font-semibold">
                {user.firstName} {user.lastName}
              </p>
              <p className="text-[0.9375rem] font-medium text-barro">{roleLabels[user.activeRole]}</p>
            </div>
          </div>
        )}
        <nav aria-label="Menú">
          <ul>
            {links.map((link) => (
              <li key={link.text}>
                <MenuItem link={link} onClose={onClose} />
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Más de Kalli" className="mt-4">
          <ul className="grid grid-cols-2 gap-x-4">
            {(user === null ? [ownVisits, ...more] : more).map(({ text, to }) => (
              <li key={text}>
                <Link
                  {...to}
                  onClick={onClose}
                  className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {user === null ? (
          <div className="mt-auto flex flex-col gap-3 pt-8">
            <Link
              {...paths.auth({ tab: 'register' })}
              onClick={onClose}
              className={buttonClass({ wide: true })}
            >
              Crear cuenta
            </Link>
            <Link
              {...paths.auth()}
              onClick={onClose}
              className={buttonClass({ tone: 'secondary', wide: true })}
            >
              Iniciar sesión
            </Link>
          </div>
        ) : (
          <Greca className="mt-auto text-barro/40" />
        )}
      </div>
    </Sheet>
  )
}

const MenuItem = ({ link, onClose }: { link: HeaderLink; onClose: () => void }) => {
  const toSteps = useSteps(link)
  return (
    <Link
      {...link.to}
      activeOptions={activeOf(link)}
      onClick={(event) => {
        toSteps(event)
        onClose()
      }}
      className="flex min-h-14 items-center justify-between gap-3 border-b border-line font-display text-xl font-semibold aria-[current=page]:text-barro"
    >
      {link.text}
      <ChevronRight aria-hidden className="size-5 text-muted" />
    </Link>
  )
}

/** For a visitor who booked without an account. */
const ownVisits = { text: 'Mis citas', to: paths.guestBookings() }

const more: readonly { text: string; to: LinkProps }[] = [
  { text: 'Para profesionales', to: paths.forProfessionals() },
  { text: 'Para espacios', to: paths.forSpaces() },
  { text: 'Comisiones', to: paths.pricing() },
  { text: 'Ayuda', to: paths.help() },
]
