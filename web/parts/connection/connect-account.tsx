import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reach } from '#contract/connection/connection.ts'
import { type CalendarProviderName, providerWords } from '#contract/platform/calendar-provider.ts'
import { type AccountsOf, callsOf, type ConnectRequest } from '#web/parts/connection/account-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'

/** Opens the provider's consent page in this window; `accountId`: an account to reconnect. */
export const useConnect = (of: AccountsOf = 'own') => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: ConnectRequest) => callsOf(of, queryClient).connect(request),
    onSuccess: ({ address }) => window.location.assign(address),
  })
}

const ownReaches = [
  {
    value: 'own',
    label: 'Ver a qué horas tienes algo y escribir tus citas en un calendario nuevo llamado «Kalli»',
  },
  {
    value: 'theirs',
    label: 'Ver a qué horas tienes algo y escribir tus citas en uno de tus calendarios, que eliges después',
  },
  { value: 'read', label: 'Solo ver a qué horas tienes algo' },
] as const satisfies readonly { value: Reach; label: string }[]

const unitReaches = [
  {
    value: 'theirs',
    label: 'Ver a qué horas está ocupada cada unidad y escribir sus rentas y citas en su calendario',
  },
  { value: 'read', label: 'Solo ver a qué horas está ocupada' },
] as const satisfies readonly { value: Reach; label: string }[]

type Props = { providers: readonly CalendarProviderName[]; isFirst: boolean; of?: AccountsOf }

/** The permissions are chosen before the provider asks for consent, and take effect when the user returns. */
export const ConnectAccount = ({ providers, isFirst, of = 'own' }: Props) => {
  const reaches = of === 'own' ? ownReaches : unitReaches
  const [reach, choose] = useState<Reach>(of === 'units' ? 'theirs' : isFirst ? 'own' : 'read')
  const connecting = useConnect(of)
  const [first = 'google'] = providers
  return (
    <Form
      aria-label="Conectar un calendario"
      className="flex flex-col gap-3"
      onSubmit={() => connecting.mutate({ provider: first, reach })}
    >
      <fieldset>
        <legend className="mb-1 font-semibold">
          {isFirst ? '¿Qué hará Kalli?' : 'Conectar otra cuenta'}
        </legend>
        {reaches.map(({ value, label }) => (
          <Radio
            key={value}
            name="reach"
            checked={reach === value}
            onChange={() => choose(value)}
            label={label}
          />
        ))}
      </fieldset>
      {providers.includes('microsoft') && reach !== 'read' ? (
        <p className="text-sm text-muted">
          En Outlook el permiso de escribir es para todos tus calendarios; solo escribimos en el que se elija
          aquí.
        </p>
      ) : null}
      <Problem of={connecting.error} />
      <div className="flex flex-wrap gap-3">
        {providers.map((provider) => (
          <Button
            key={provider}
            type={provider === first ? 'submit' : 'button'}
            tone={isFirst && provider === first ? 'primary' : 'secondary'}
            busy={connecting.isPending && connecting.variables.provider === provider}
            {...(provider === first ? {} : { onClick: () => connecting.mutate({ provider, reach }) })}
          >
            Conectar {providerWords[provider].calendar}
          </Button>
        ))}
      </div>
    </Form>
  )
}
