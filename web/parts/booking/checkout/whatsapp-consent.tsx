import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/messaging/channel.ts'
import { call, reading } from '#web/api.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { useSavedTick } from '#web/ui/form/saved-tick.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The client of a booking allows messages about it by WhatsApp, or withdraws that here. */
export default function WhatsappConsent({ id, token }: { id: string; token: string | undefined }) {
  const input = { params: { id }, query: token === undefined ? {} : { t: token } }
  const search = reading(contract.visitConsent, input)
  const { data } = useQuery({ ...search, retry: false })
  const queryClient = useQueryClient()
  const choosing = useMutation({
    mutationFn: (agree: boolean) => call(contract.agreeForVisit, { ...input, body: { agree } }),
    onSuccess: (consent, agree) => {
      queryClient.setQueryData(search.queryKey, consent)
      toast('Listo', agree ? 'Te avisamos por WhatsApp.' : 'Ya no te avisamos por WhatsApp.', 'good')
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const tick = useSavedTick((data?.since ?? null) !== null, choosing.mutateAsync)
  if (data === undefined || (!data.available && data.since === null)) return null
  return (
    <div className="rounded-lg border border-line bg-surface px-5 py-3">
      <Checkbox label={contract.whatsappSentence} {...tick} />
      <FormError of={choosing.error} />
      <p className="pl-8.5 text-sm text-muted">Al número con el que reservaste, {data.hint}.</p>
    </div>
  )
}
