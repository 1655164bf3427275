import { Card } from '#web/ui/card.tsx'

export default function NotificationSlot() {
  return (
    <Card>
      <p className="text-muted">Aquí elegirás qué te avisamos y por dónde.</p>
    </Card>
  )
}
