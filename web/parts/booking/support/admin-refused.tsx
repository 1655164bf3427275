import { Link } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { ApiError } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** An administrator without a second factor is shown where to set it. */
export const AdminRefused = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof ApiError && error.code === 'second_factor_missing' ? (
    <EmptyState
      icon={<ClipboardCheck />}
      title="Falta tu segundo paso"
      text={error.message}
      action={
        <Link {...paths.settings({ section: 'security' })} className={buttonClass({})}>
          Ir a Seguridad
        </Link>
      }
    />
  ) : (
    <ErrorState text={error.message} onRetry={onRetry} />
  )
