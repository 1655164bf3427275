import { useRouter } from '@tanstack/react-router'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { offlineMessage } from '#contract/platform/refusals.ts'
import { ApiError } from '#web/api.ts'
import { NotFound } from '#web/shell/not-found.tsx'
import { Button } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

/** The generic error screen (spec §2), or the not-found screen. */
export const ErrorScreen = ({ error, reset }: { error: unknown; reset: () => void }) => {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  const isOffline = error instanceof ApiError && error.status === 0
  const again = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <div
      role="alert"
      className="page flex min-h-[60vh] flex-col items-center justify-center gap-4 py-16 text-center"
    >
      <span aria-hidden className="arch mb-2 flex h-24 w-20 items-center justify-center bg-barro-soft">
        <LogoMark className="size-11 text-barro-deep" />
      </span>
      <h1 className="text-3xl sm:text-4xl">Algo salió mal</h1>
      <p className="max-w-[46ch] text-muted">
        Ha ocurrido un error inesperado. Puedes intentar recargar la página o regresar al inicio.
      </p>
      {isOffline ? <p className="font-medium">{offlineMessage}</p> : null}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>Recargar página</Button>
        <Button tone="secondary" onClick={again}>
          Intentar de nuevo
        </Button>
      </div>
    </div>
  )
}
