import { Card } from '#web/ui/card.tsx'

export default function ProfileSettings() {
  return (
    <Card>
      <p className="text-muted">Aquí cambiarás tu nombre, tu foto y lo que otros ven.</p>
    </Card>
  )
}
