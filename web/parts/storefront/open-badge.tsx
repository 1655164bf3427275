import type { OpenNow } from '#contract/search/public-page.ts'
import { openText } from '#web/parts/storefront/open-text.ts'
import { Badge } from '#web/ui/badge.tsx'

/** "Abierto ahora · cierra a las 19:00", by the place's clock. */
export const OpenBadge = ({ openNow, zone }: { openNow: OpenNow; zone: string }) => {
  const text = openText(openNow, zone)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={openNow.open ? 'agave' : 'plain'}>
        {openNow.open ? 'Abierto ahora' : 'Cerrado ahora'}
      </Badge>
      {text === null ? null : <span className="figures text-[0.9375rem] text-muted">{text}</span>}
    </span>
  )
}
