import type { Known } from '#web/parts/onboarding/reading.ts'
import { OnIcon, StepShell } from '#web/parts/onboarding/step-shell.tsx'
import { ContactPanel } from '#web/parts/verification/contact-panel.tsx'
import { Button } from '#web/ui/button.tsx'

/** A code to the telephone, for verification level 1. */
export const PhoneStep = ({ known, onDone }: { known: Known; onDone: () => void }) => {
  const { sms } = known.verification
  return (
    <StepShell
      step="phone"
      known={known}
      title="Confirma tu teléfono"
      text="Te enviamos un código de seis dígitos."
      action={
        sms.confirmed ? (
          <Button onClick={onDone}>
            Seguir
            <OnIcon />
          </Button>
        ) : (
          <span />
        )
      }
    >
      <h2 className="sr-only">Tu número</h2>
      <ContactPanel channel="sms" now={sms} isNext />
    </StepShell>
  )
}
