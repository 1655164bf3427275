import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Blocks } from 'lucide-react'
import * as contract from '#contract/developer/app.ts'
import type { ConsentRequest } from '#contract/developer/app.ts'
import { call, reading } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { RequestedAccess } from '#web/parts/developer/requested-access.tsx'
import { paths } from '#web/paths.ts'
import { textIn } from '#web/search-params.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const

export const Route = createFileRoute('/_signed-in/oauth/authorize')({
  validateSearch: (search: Record<string, unknown>): ConsentRequest =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = textIn(search[name], 2000)
        return text === undefined ? [] : [[name, text]]
      }),
    ),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(reading(contract.consent, { query: deps })),
  head: () => ({
    meta: [{ title: 'Dar permiso a una app · Kalli' }, { name: 'robots', content: 'noindex' }],
  }),
  component: Authorize,
})

/** An external app asks to act in the user's name. Nothing happens before the answer, and a refusal is returned to the app too. */
function Authorize() {
  const request = Route.useSearch()
  const requested = useQuery(reading(contract.consent, { query: request }))
  const proof = useProof()
  const deciding = useMutation({
    mutationFn: (allow: boolean) =>
      proof.run(() => call(contract.decideConsent, { body: { request, allow } })),
    onSuccess: ({ address }) => window.location.assign(address),
  })
  const isLeaving = deciding.isPending || deciding.isSuccess
  return (
    <div className="page py-8">
      <div className="mx-auto max-w-form">
        {requested.isPending ? (
          <Skeleton className="h-96 rounded-lg" />
        ) : requested.isLoadingError ? (
          <Refused text={requested.error.message} />
        ) : requested.data.app === null ? (
          <Back address={requested.data.back ?? ''} />
        ) : (
          <Card className="flex flex-col gap-6 sm:p-8">
            <RequestedAccess requested={requested.data} app={requested.data.app} />
            <FormError of={deciding.error instanceof NotProven ? null : deciding.error} />
            <div className="flex flex-col gap-3 sm:flex-row-reverse">
              <Button
                className="flex-1"
                busy={isLeaving && deciding.variables}
                onClick={() => (isLeaving ? undefined : deciding.mutate(true))}
              >
                Permitir
              </Button>
              <Button
                tone="secondary"
                className="flex-1"
                busy={isLeaving && !deciding.variables}
                onClick={() => (isLeaving ? undefined : deciding.mutate(false))}
              >
                No permitir
              </Button>
            </div>
          </Card>
        )}
      </div>
      {proof.dialog}
    </div>
  )
}

/** The browser is redirected nowhere: the app is unknown, or the address is not registered as its own. */
const Refused = ({ text }: { text: string }) => (
  <EmptyState
    heading="h1"
    icon={<Blocks />}
    title="No podemos seguir con esta app"
    text={text}
    action={
      <Link {...paths.home()} className={buttonClass({ tone: 'secondary' })}>
        Ir a Kalli
      </Link>
    }
  />
)

/** A problem that the app may learn of; the user goes back to it by a link. */
const Back = ({ address }: { address: string }) => (
  <EmptyState
    heading="h1"
    icon={<Blocks />}
    title="La app pidió algo que no existe"
    text="No le dimos acceso a nada. Puedes volver a ella; sabrá qué corregir."
    action={
      <a href={address} className={buttonClass({ tone: 'secondary' })}>
        Volver a la app
      </a>
    }
  />
)
