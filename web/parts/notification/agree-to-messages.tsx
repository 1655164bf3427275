import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/client/message-consent.ts'
import { call, reading } from '#web/api.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { useSavedTick } from '#web/ui/form/saved-tick.ts'
import { FormError } from '#web/ui/form-error.tsx'

const own = reading(contract.ownMessageConsents)

/** Asks a client after booking whether this professional may invite them back: unticked by default; withdrawn in the same place. */
export default function AgreeToMessages({
  professional,
}: {
  professional: { id: number; firstName: string }
}) {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...own, retry: false })
  const params = { professional: professional.id }
  const choosing = useMutation({
    mutationFn: async (agrees: boolean) => {
      if (agrees) await call(contract.giveMessageConsent, { params, body: { agreed: true } })
      else await call(contract.takeBackMessageConsent, { params })
      await queryClient.invalidateQueries({ queryKey: own.queryKey })
    },
  })
  const agreed = data?.some(({ professionalId }) => professionalId === professional.id) ?? false
  const tick = useSavedTick(agreed, choosing.mutateAsync)
  if (data === undefined) return null
  return (
    <div className="rounded-lg border border-line bg-surface px-5 py-3">
      <Checkbox
        label={`${professional.firstName} puede escribirme por correo para invitarme a volver`}
        {...tick}
      />
      <FormError of={choosing.error} />
      <p className="pl-8.5 text-sm text-muted">
        Con sus cupones, si los tiene. Lo quitas aquí o en Configuración, Notificaciones.
      </p>
    </div>
  )
}
