import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as contract from '#contract/booking/series/link.ts'
import type { BookingLink } from '#contract/booking/series/link.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError, call } from '#web/api.ts'
import { useOnwards } from '#web/parts/booking/series/onwards.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { CodeDigits, OutboxLink } from '#web/parts/verification/code-digits.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** Accepts: a code to the address that the link was sent to, unless this browser has confirmed it; then the payment. */
export const AcceptLink = ({
  one,
  token,
  without,
  onOver,
}: {
  one: BookingLink
  token: string
  /** Left-out dates of a series. */
  without: readonly string[]
  onOver: () => void
}) => {
  const onwards = useOnwards()
  const form = useForm({ initial: { code: '' } })
  const { code } = form.values
  const params = { token }
  const isLonger = one.series?.runs === true
  const accepting = useMutation({
    mutationFn: () => call(contract.acceptLink, { params, body: { code, without: [...without] } }),
    // A rescue is not paid again, and a longer series already has its card.
    onSuccess: (answer) => (one.kind === 'rescue' || isLonger ? onOver() : onwards(answer)),
    onError: (problem) => {
      if (problem instanceof ApiError && problem.code === 'link_over') onOver()
    },
  })
  const sending = useMutation({
    mutationFn: () => call(contract.sendLinkCode, { params }),
    onSuccess: ({ confirmed }) => {
      if (confirmed) accepting.mutate()
    },
  })
  const asks = sending.data !== undefined && !sending.data.confirmed
  const keepsFirst = one.series === null || !without.includes(one.series.firstId)
  const saved =
    (one.series?.further ?? []).filter(({ id }) => !without.includes(id)).length + (keepsFirst ? 1 : 0)
  const label =
    one.kind === 'rescue'
      ? 'Aceptar el lugar nuevo'
      : one.quote === null || isLonger
        ? longerLabel(saved)
        : saved > 1
          ? `Aceptar las ${saved} y dar mi tarjeta`
          : one.upfront?.nowCents === 0
            ? 'Aceptar y dar mi tarjeta'
            : `Aceptar y pagar ${formatCents(one.upfront?.nowCents ?? one.quote.totalCents)}`
  const problem = accepting.error ?? sending.error
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={form.submit(() =>
        asks || one.code === null ? accepting.mutateAsync() : sending.mutateAsync(),
      )}
    >
      {asks ? (
        <CodeField
          to={one.code?.to ?? ''}
          outbox={sending.data.outbox}
          {...form.pick('code')}
          error={accepting.error?.message}
        />
      ) : null}
      {problem !== null && !asks ? (
        <p role="alert" className="font-medium text-chile">
          {problem.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          size="large"
          busy={accepting.isPending || sending.isPending}
          blocked={
            saved === 0
              ? 'Deja al menos una fecha, o recházalas.'
              : asks && code.replace(/\D/g, '').length !== 6
                ? 'Escribe los seis dígitos.'
                : undefined
          }
        >
          {one.state === 'accepted' ? 'Seguir con el pago' : label}
        </Button>
        {asks ? (
          <Button
            tone="quiet"
            busy={sending.isPending}
            onClick={() => {
              accepting.reset()
              sending.mutate()
            }}
          >
            Enviar otro código
          </Button>
        ) : null}
      </div>
    </Form>
  )
}

const longerLabel = (count: number) => (count === 1 ? 'Aceptar' : `Aceptar las ${count} citas`)

const CodeField = ({
  to,
  outbox,
  value,
  onChange,
  error,
}: {
  to: string
  outbox: string | null
  value: string
  onChange: (code: string) => void
  error: string | undefined
}) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Field
      label="Código de seis dígitos"
      {...(error === undefined ? {} : { error })}
      hint={
        <>
          Lo enviamos a <strong className="break-words">{to}</strong>. Vence en diez minutos.
          {outbox === null ? null : (
            <>
              {' '}
              <OutboxLink address={outbox} />
            </>
          )}
        </>
      }
    >
      {(control) => (
        <CodeDigits
          {...control}
          ref={field}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
