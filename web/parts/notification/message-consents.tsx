import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/client/message-consent.ts'
import type { OwnConsent } from '#contract/booking/client/message-consent.ts'
import { call, reading } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { toast } from '#web/ui/toast.ts'

const own = reading(contract.ownMessageConsents)

/** Professionals who may invite the client back, with who recorded the consent and when; hidden if there are none. */
export const MessageConsents = ({ zone }: { zone: string }) => {
  const { data = [] } = useQuery(own)
  if (data.length === 0) return null
  return (
    <Panel
      title="Quién puede invitarte a volver"
      text="Te escriben por correo si pasa tiempo sin que vayas. Quítalo cuando quieras."
    >
      <ul className="flex flex-col divide-y divide-line">
        {data.map((consent) => (
          <li key={consent.professionalId} className="py-3">
            <OneConsent consent={consent} zone={zone} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const OneConsent = ({
  consent: { professionalId, professional, givenAt, source },
  zone,
}: {
  consent: OwnConsent
  zone: string
}) => {
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => call(contract.takeBackMessageConsent, { params: { professional: professionalId } }),
    onSuccess: async () => {
      toast('Listo', `${professional} ya no te invita.`, 'good')
      await queryClient.invalidateQueries({ queryKey: own.queryKey })
    },
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          <span className="block font-semibold">{professional}</span>
          <span className="block text-sm text-muted">
            {source === 'client' ? 'Aceptaste aquí' : 'Registró que se lo dijiste'}: {shortOf(givenAt, zone)}
          </span>
        </p>
        <Button
          tone="quiet"
          size="small"
          busy={ending.isPending}
          aria-label={`Ya no quiero que ${professional} me invite`}
          onClick={() => ending.mutate()}
        >
          Ya no
        </Button>
      </div>
      <FormError of={ending.error} />
    </>
  )
}
