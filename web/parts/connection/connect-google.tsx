import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { connect, type Reach } from '#contract/connection/connection.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'

/** To Google's page, in this window; `accountId` is one that is connected again. */
export const useConnect = () =>
  useMutation({
    mutationFn: (body: { reach: Reach; accountId?: number }) => call(connect, { body }),
    onSuccess: ({ address }) => window.location.assign(address),
  })

/** How much Kalli may do there is chosen before Google asks for it: the least is the first. */
export const ConnectGoogle = ({ isFirst }: { isFirst: boolean }) => {
  const [reach, choose] = useState<Reach>('own')
  const connecting = useConnect()
  return (
    <Form
      aria-label="Conectar Google Calendar"
      className="flex flex-col gap-3"
      onSubmit={() => connecting.mutate({ reach })}
    >
      <fieldset>
        <legend className="mb-1 font-semibold">
          {isFirst ? '¿Qué podrá hacer Kalli?' : 'Conectar otra cuenta'}
        </legend>
        <Radio
          name="reach"
          checked={reach === 'own'}
          onChange={() => choose('own')}
          label="Ver a qué horas tienes algo y escribir tus citas en un calendario nuevo llamado «Kalli»"
        />
        <Radio
          name="reach"
          checked={reach === 'theirs'}
          onChange={() => choose('theirs')}
          label="Además, escribir en uno de tus calendarios, si luego lo eliges"
        />
      </fieldset>
      <Problem of={connecting.error} />
      <div>
        <Button type="submit" tone={isFirst ? 'primary' : 'secondary'} busy={connecting.isPending}>
          Conectar Google Calendar
        </Button>
      </div>
    </Form>
  )
}
