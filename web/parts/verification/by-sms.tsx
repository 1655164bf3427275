import { MessageSquare } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** The other way for a code that went by WhatsApp: one press, the same digits. */
export const BySms = ({ texting }: { texting: { isPending: boolean; mutate: () => void } }) => (
  <Button tone="quiet" size="small" busy={texting.isPending} onClick={() => texting.mutate()}>
    <MessageSquare aria-hidden className="size-4.5" />
    Envíalo por SMS
  </Button>
)
