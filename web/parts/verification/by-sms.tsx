import { Button } from '#web/ui/button.tsx'

/** Sends a code that went by WhatsApp as a text message instead, with the same digits. */
export const BySms = ({
  texting,
  className,
}: {
  texting: { isPending: boolean; mutate: () => void }
  className?: string
}) => (
  <Button
    tone="quiet"
    size="small"
    className={className}
    busy={texting.isPending}
    onClick={() => texting.mutate()}
  >
    Envíalo por SMS
  </Button>
)
