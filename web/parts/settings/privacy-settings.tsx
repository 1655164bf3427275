import { Card } from '#web/ui/card.tsx'

export default function PrivacySettings() {
  return (
    <Card>
      <p className="text-muted">Aquí podrás descargar o borrar tus datos.</p>
    </Card>
  )
}
