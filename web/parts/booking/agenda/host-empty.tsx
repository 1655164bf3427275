import { Link } from '@tanstack/react-router'
import { Armchair } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** In place of the calendar of a host without a bookable space. */
export const NoSpaces = () => (
  <EmptyState
    icon={<Armchair />}
    title="Todavía no publicas un espacio"
    text="Cuando lo publiques, aquí ves cada silla, cada hora y lo que deja."
    action={
      <Link {...paths.hostRegistration()} className={buttonClass()}>
        Publicar mi espacio
      </Link>
    }
  />
)

/** While it is loading. */
export const Waiting = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <span className="sr-only">Cargando tus espacios…</span>
    <Skeleton className="h-12 rounded-lg" />
    <Skeleton className="h-[30rem] rounded-lg" />
  </div>
)
