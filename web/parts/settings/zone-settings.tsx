import { Card } from '#web/ui/card.tsx'

export default function ZoneSettings() {
  return (
    <Card>
      <p className="text-muted">Aquí elegirás la hora de tus listas.</p>
    </Card>
  )
}
