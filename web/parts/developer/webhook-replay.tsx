import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayMs } from '#contract/platform/duration.ts'
import * as contract from '#contract/webhook/webhook.ts'
import type { Webhook } from '#contract/webhook/webhook.ts'
import { call, keyOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

const spans = [
  { days: 1, label: 'Las últimas 24 horas' },
  { days: 3, label: 'Los últimos 3 días' },
  { days: 7, label: 'Los últimos 7 días' },
  { days: contract.webhookLogDays, label: `Todo el registro (${contract.webhookLogDays} días)` },
] as const

/** All messages that failed since a moment, sent again in their order. */
export const ReplayFailed = ({ webhook: { id }, isOff }: { webhook: Webhook; isOff: boolean }) => {
  const queryClient = useQueryClient()
  const [days, setDays] = useState<number>(contract.webhookLogDays)
  const replaying = useMutation({
    mutationFn: () =>
      call(contract.replayWebhookDeliveries, {
        params: { id },
        body: { since: new Date(Date.now() - days * dayMs).toISOString() },
      }),
    onSuccess: async ({ resending, left }) => {
      toast(textOf(resending), left === 0 ? undefined : moreText(left), resending === 0 ? undefined : 'good')
      for (const endpoint of [contract.webhooks, contract.webhookDeliveries, contract.webhookDelivery])
        await queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <Field label="Reenviar desde" hint="Salen en su orden, con el mismo id. Las pruebas no se reenvían.">
        {(control) => (
          <Select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {spans.map((span) => (
              <option key={span.days} value={span.days}>
                {span.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <FormError of={replaying.error} />
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        busy={replaying.isPending}
        blocked={isOff ? 'Enciende primero la dirección.' : undefined}
        onClick={() => replaying.mutate()}
      >
        Reenviar los que no llegaron
      </Button>
    </div>
  )
}

const textOf = (count: number) => {
  if (count === 0) return 'Ninguno por reenviar desde entonces'
  return count === 1 ? 'Reenviamos 1 aviso' : `Reenviamos ${count} avisos, en su orden`
}

const moreText = (left: number) =>
  left === 1 ? 'Queda 1 más: reenvía otra vez.' : `Quedan ${left} más: reenvía otra vez.`
