import { Card } from '#web/ui/card.tsx'

export default function VerificationSlot() {
  return (
    <Card>
      <p className="text-muted">Aquí verás tu nivel de verificación y lo que abre cada uno.</p>
    </Card>
  )
}
