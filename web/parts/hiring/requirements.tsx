import { Link } from '@tanstack/react-router'
import { CheckCircle2, CircleAlert } from 'lucide-react'
import type { SpaceFit } from '#contract/hiring/fit.ts'
import { paths } from '#web/paths.ts'

/** A space's requirements for professionals, with those unmet and where to meet them. */
export const Requirements = ({ fit }: { fit: SpaceFit }) => (
  <ul className="flex flex-col gap-1.5 text-sm" aria-label="Lo que pide este espacio">
    {fit.items.map((item) => (
      <li key={item.key + item.label} className="flex items-start gap-2">
        {item.done ? (
          <CheckCircle2 aria-hidden className="mt-0.5 size-4 shrink-0 text-agave" />
        ) : (
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-chile" />
        )}
        <span>
          <span className={item.done ? 'text-muted' : 'font-semibold'}>{item.label}</span>
          {item.detail === null ? null : (
            <>
              {': '}
              {item.detail}{' '}
              {item.key === 'document' ? (
                <Link
                  {...paths.spaceApplications({ tab: 'documents' })}
                  className="font-semibold underline underline-offset-3"
                >
                  Mis documentos
                </Link>
              ) : item.key === 'profile' ? (
                <Link
                  {...paths.professionalDashboard({ tab: 'profile' })}
                  className="font-semibold underline underline-offset-3"
                >
                  Mi perfil
                </Link>
              ) : null}
            </>
          )}
        </span>
      </li>
    ))}
  </ul>
)
