import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

/** Nothing exists at this address, or the user may not see it. */
export const NotFound = () => (
  <div className="page flex min-h-[60vh] flex-col items-center justify-center gap-4 py-16 text-center">
    <LogoMark className="size-16 text-barro/60" />
    <h1 className="text-3xl sm:text-4xl">Esta puerta no lleva a ningún lado</h1>
    <p className="max-w-[44ch] text-muted">
      La página que buscas no existe, cambió de lugar o no está disponible para tu cuenta.
    </p>
    <div className="mt-2 flex flex-wrap justify-center gap-3">
      <Link {...paths.home()} className={buttonClass()}>
        Ir al inicio
      </Link>
      <Link {...paths.search()} className={buttonClass({ tone: 'secondary' })}>
        Buscar profesionales
      </Link>
    </div>
  </div>
)
