import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import type { WebhookRole } from '#contract/webhook/event.ts'
import * as contract from '#contract/webhook/webhook.ts'
import { reading } from '#web/api.ts'
import { NewWebhook } from '#web/parts/developer/new-webhook.tsx'
import { WebhookSecret } from '#web/parts/developer/webhook-secret.tsx'
import { WebhookLine } from '#web/parts/developer/webhook-line.tsx'
import { sessionQuery } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** URLs of the user's own systems that receive events on their bookings. A secret is shown once. */
export const Webhooks = () => {
  const { data: user } = useQuery(sessionQuery)
  const found = useQuery(reading(contract.webhooks))
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const roles = rolesOf(user ?? null)
  if (roles.length === 0) return null
  if (found.isPending) return <Skeleton className="h-12 rounded-lg" />
  if (found.isLoadingError)
    return <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />
  const add = (
    <Button
      tone="secondary"
      className="self-start"
      blocked={
        found.data.length >= contract.maxWebhooks
          ? `Caben ${contract.maxWebhooks}: quita alguna para agregar otra.`
          : undefined
      }
      onClick={() => setAdding(true)}
    >
      Agregar una dirección
    </Button>
  )
  return (
    <FoldedPanel
      title="Webhooks"
      value={found.data.length === 0 ? 'Ninguno' : String(found.data.length)}
      isFilled={found.data.length > 0}
      text={<Explanation />}
    >
      {found.data.length === 0 ? (
        <p className="text-muted">
          Nadie más se entera. Agrega la dirección de tu sistema, de tu hoja de cálculo o de un servicio de
          automatización.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {found.data.map((webhook) => (
            <WebhookLine key={webhook.id} webhook={webhook} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {add}
      {isAdding ? (
        <NewWebhook
          roles={roles}
          onClose={() => setAdding(false)}
          onAdded={(made) => {
            setAdding(false)
            setSecret(made)
          }}
        />
      ) : null}
      {secret === undefined ? null : <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </FoldedPanel>
  )
}

const rolesOf = (user: Pick<SessionUser, 'professionalId' | 'hostId'> | null): WebhookRole[] => [
  ...(user?.professionalId ? ['professional' as const] : []),
  ...(user?.hostId ? ['host' as const] : []),
]

const Explanation = () => (
  <>
    Kalli avisa a la dirección que tú digas lo que pasa con tus reservas, tu dinero, tus convenios y tus
    mensajes, con una firma para saber que somos nosotros. Nunca lleva nombres ni teléfonos. Cómo se verifica
    está en la{' '}
    <a href="/api/docs" className="font-medium underline underline-offset-4">
      documentación de la API
    </a>
    .
  </>
)
