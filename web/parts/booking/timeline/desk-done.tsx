import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** What the reception has done, in plain words, and what happens without further action. */
export const DeskDone = ({
  title,
  onClose,
  then,
  children,
}: {
  title: string
  onClose: () => void
  then: string
  children: ReactNode
}) => (
  <Dialog
    open
    onOpenChange={(open) => (open ? undefined : onClose())}
    title={title}
    actions={<Button onClick={onClose}>Listo</Button>}
  >
    <div className="flex flex-col gap-3">
      <p>{children}</p>
      <p className="text-muted">{then}</p>
    </div>
  </Dialog>
)
