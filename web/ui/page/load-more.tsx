import { Button } from '#web/ui/button.tsx'

/** Loads the rest of a long list on request; says why when that failed, and stays for another attempt. */
export const LoadMore = ({
  has,
  busy,
  error = null,
  onMore,
  label = 'Cargar más',
}: {
  has: boolean
  busy: boolean
  error?: Error | null
  onMore: () => void
  label?: string
}) =>
  has ? (
    <div className="flex flex-col items-center gap-3 pt-8">
      {error === null ? null : (
        <p role="alert" className="text-center font-medium text-chile">
          {error.message}
        </p>
      )}
      <Button tone="secondary" busy={busy} onClick={onMore}>
        {label}
      </Button>
    </div>
  ) : null
