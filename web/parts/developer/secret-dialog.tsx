import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'

export const Secret = ({ children }: { children: string }) => (
  <code className="block rounded-md bg-sunk p-3 text-sm break-all select-all">{children}</code>
)

/** A secret shown once, with a copy button: the server stores only what it needs to recognize it. */
export const SecretDialog = ({
  title,
  description,
  copied: { label, text, done, next },
  action,
  onClose,
  children,
}: {
  title: string
  description: string
  /** The button's label, the copied text, and the toast. */
  copied: { label: string; text: string; done: string; next: string }
  /** A second button. */
  action?: ReactNode
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={title}
    description={description}
    actions={
      <>
        {action}
        <Button onClick={() => void copyText(text, done, next, 'Selecciona el texto y cópialo a mano.')}>
          {label}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
