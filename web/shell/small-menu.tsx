import { Link } from '@tanstack/react-router'
import type { SessionUser } from '#contract/account.ts'
import { paths } from '#web/paths.ts'
import type { headerLinks } from '#web/shell/header.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'

/** The header's links on a small screen. */
export default function SmallMenu({
  user,
  links,
  onClose,
}: {
  user: SessionUser | null
  links: ReturnType<typeof headerLinks>
  onClose: () => void
}) {
  return (
    <Sheet open onOpenChange={onClose} title="Menú" hideTitle>
      <nav aria-label="Menú" className="flex flex-col">
        {links.map((link) => (
          <Link
            key={link.text}
            {...link.to}
            onClick={onClose}
            className="flex min-h-14 items-center border-b border-line font-display text-xl font-semibold"
          >
            {link.text}
          </Link>
        ))}
      </nav>
      {user ? null : (
        <div className="mt-6 flex flex-col gap-3">
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
      )}
    </Sheet>
  )
}
