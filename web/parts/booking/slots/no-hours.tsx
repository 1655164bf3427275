import { CalendarX2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Two weeks without any slot. */
export default function NoHours({ onLater }: { onLater: () => void }) {
  return (
    <EmptyState
      icon={<CalendarX2 />}
      title="Sin horarios en estas dos semanas"
      text="Mira más adelante, o elige otro servicio o lugar."
      action={
        <Button tone="secondary" onClick={onLater}>
          Ver las siguientes dos semanas
        </Button>
      }
    />
  )
}
