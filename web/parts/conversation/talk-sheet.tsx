import { Conversation } from '#web/parts/conversation/conversation.tsx'
import type { Where } from '#web/parts/conversation/reading.ts'
import { Sheet } from '#web/ui/dialog.tsx'

/** The conversation in a sheet beside its subject. */
export default function TalkSheet({ where, onClose }: { where: Where; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={onClose} title="Mensajes">
      <Conversation where={where} heading="h3" className="h-full min-w-0" />
    </Sheet>
  )
}
