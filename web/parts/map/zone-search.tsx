import { Search } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

/** The "follow the map" toggle, and the search button for when it is off. */
export const ZoneSearch = ({
  follows,
  onFollows,
  isOffered,
  onSearch,
}: {
  follows: boolean
  onFollows: (on: boolean) => void
  isOffered: boolean
  onSearch: () => void
}) => (
  <div className="absolute top-3 left-3 z-20 flex max-w-[calc(100%-10rem)] flex-col items-start gap-2">
    <Checkbox
      label="Buscar al mover el mapa"
      checked={follows}
      onChange={({ target }) => onFollows(target.checked)}
      className="gap-2! rounded-lg border border-line bg-surface px-3 text-sm leading-tight font-semibold shadow-card"
    />
    {isOffered ? (
      <Button tone="secondary" size="small" onClick={onSearch} className="rounded-full shadow-high">
        <Search aria-hidden className="size-4.5" />
        Buscar en esta zona
      </Button>
    ) : null}
  </div>
)
