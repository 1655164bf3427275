import { Card } from '#web/ui/card.tsx'

export default function SecuritySettings() {
  return (
    <Card>
      <p className="text-muted">Aquí cuidarás tu contraseña, tu segundo paso y tus dispositivos.</p>
    </Card>
  )
}
