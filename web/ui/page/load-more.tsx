import { Button } from '#web/ui/button.tsx'

/** Loads the rest of a long list on request. */
export const LoadMore = ({
  has,
  busy,
  onMore,
  label = 'Cargar más',
}: {
  has: boolean
  busy: boolean
  onMore: () => void
  label?: string
}) =>
  has ? (
    <div className="flex justify-center pt-8">
      <Button tone="secondary" busy={busy} onClick={onMore}>
        {label}
      </Button>
    </div>
  ) : null
