import { Link } from '@tanstack/react-router'
import { UserPen } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** A new professional has no day, prices or rules yet: shows the first step, with its link. */
export const NoProfile = ({ heading = 'h1' }: { heading?: 'h1' | 'h2' }) => (
  <EmptyState
    heading={heading}
    icon={<UserPen />}
    title="Empieza por tu oficio"
    text="Seis pasos cortos: qué haces, servicios, horario, lugar, teléfono y tu enlace. Al terminar ya te reservan, y aquí ves tu día."
    action={
      <Link {...paths.firstSteps()} className={buttonClass()}>
        Empezar
      </Link>
    }
  />
)
