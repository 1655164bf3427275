import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import type { Soon } from '#web/soon.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Greca } from '#web/ui/logo.tsx'

/** An honest word about a screen that is not built yet. */
export const SoonScreen = ({ soon }: { soon: Soon }) => (
  <div className="page flex min-h-[60vh] flex-col items-center justify-center py-16 text-center">
    <div className="flex w-full max-w-xl flex-col items-center gap-4 overflow-hidden rounded-xl border border-line bg-surface px-6 pt-10 shadow-card">
      <Badge tone="jacaranda">Llega pronto</Badge>
      <h1 className="text-3xl sm:text-4xl">{soon.title}</h1>
      <p className="max-w-[42ch] text-muted">{soon.text}</p>
      <p className="max-w-[42ch] text-[0.9375rem] text-muted">
        Estamos construyendo esta parte de la casa. Mientras tanto puedes buscar y reservar.
      </p>
      <div className="mt-2 mb-10 flex flex-wrap justify-center gap-3">
        <Link {...paths.search()} className={buttonClass()}>
          Buscar profesionales
        </Link>
        <Link {...paths.home()} className={buttonClass({ tone: 'secondary' })}>
          Ir al inicio
        </Link>
      </div>
      <Greca className="mb-4 text-barro/60" />
    </div>
  </div>
)
