import { Search } from 'lucide-react'
import type { WorkRole } from '#web/shell/work/tools.ts'
import { ToolList } from '#web/shell/work/tool-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Every tool, in its group, and the search over everything. */
export default function MoreSheet({
  role,
  onFind,
  onClose,
}: {
  role: WorkRole
  onFind: () => void
  onClose: () => void
}) {
  return (
    <Dialog open onOpenChange={onClose} title="Más">
      <div className="flex flex-col gap-5">
        <Button tone="secondary" wide aria-haspopup="dialog" onClick={onFind}>
          <Search aria-hidden className="size-5" />
          {role === 'host' ? 'Buscar persona, reserva o pantalla' : 'Buscar cliente, cita o pantalla'}
        </Button>
        <nav aria-label="Todas las herramientas" className="-mx-3">
          <ToolList role={role} onFollow={onClose} />
        </nav>
      </div>
    </Dialog>
  )
}
