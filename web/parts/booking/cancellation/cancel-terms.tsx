import type { CancelQuote } from '#contract/booking/cancellation.ts'
import { cancelReasons, reasonsFor } from '#contract/booking/cancel-reason.ts'
import { formatCents } from '#contract/platform/money.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import {
  type As,
  type GivenReason,
  type Cancellation,
} from '#web/parts/booking/cancellation/use-cancellation.ts'

/** What cancelling costs, and who reads the reason. */
export const CancelTerms = ({
  quoted,
  as,
  cancellation,
  given,
}: {
  quoted: CancelQuote
  as: As
  cancellation: Cancellation
  given: GivenReason
}) => (
  <div className="flex flex-col gap-5">
    <QuotedMoney quoted={quoted} as={as} cancellation={cancellation} />
    <ReasonChoice as={as} given={given} />
    <ReasonWords as={as} given={given} cancellation={cancellation} />
    {cancellation.cancelling.isError ? (
      <p role="alert" className="font-medium text-chile">
        {cancellation.cancelling.error.message}
      </p>
    ) : null}
  </div>
)

const QuotedMoney = ({
  quoted,
  as,
  cancellation,
}: {
  quoted: CancelQuote
  as: As
  cancellation: Cancellation
}) => (
  <>
    {quoted.moneyWords === undefined ? (
      <MoneyLines
        lines={quoted.lines}
        {...(as === 'client'
          ? { total: { label: 'Recibes de vuelta', amountCents: cancellation.refundCents } }
          : {})}
      />
    ) : (
      <p>{quoted.moneyWords}</p>
    )}
    {quoted.rescue === null ? null : <RescueCosts rescue={quoted.rescue} />}
    {quoted.isStrike ? (
      <p className="text-[0.9375rem]">
        Cuenta como una falta en tu confiabilidad durante un año; la ves en «Mis citas».
      </p>
    ) : null}
    {quoted.creditBackCents > 0 && quoted.moneyWords === undefined ? (
      <p className="text-[0.9375rem]">
        {quoted.creditBackCents === cancellation.refundCents
          ? 'Vuelven a tu saldo a favor.'
          : `De eso, ${formatCents(quoted.creditBackCents)} vuelven a tu saldo a favor y lo demás ${quoted.paidBy === 'card' ? 'a tu tarjeta' : 'a la cuenta de la que salió'}.`}
      </p>
    ) : null}
    {quoted.paidBy === 'cash' && cancellation.refundCents > 0 ? (
      <p className="text-[0.9375rem]">
        Se pagó en efectivo, sin pasar por Kalli:{' '}
        {as === 'host'
          ? `devuelves ${formatCents(cancellation.refundCents)} en mano.`
          : `pide en recepción ${formatCents(cancellation.refundCents)}.`}
      </p>
    ) : null}
    <p className="text-sm text-muted">
      Estas condiciones se respetan por{' '}
      <Countdown until={quoted.expiresAt} onEnd={() => cancellation.quoting.mutate()} />.
    </p>
  </>
)

const ReasonChoice = ({ as, given }: { as: As; given: GivenReason }) =>
  as === 'client' ? null : (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Por qué cancelas</legend>
      {reasonsFor[as].map((name) => (
        <Radio
          key={name}
          name="why"
          value={name}
          checked={given.why === name}
          onChange={() => given.choose(name)}
          label={cancelReasons[name]}
        />
      ))}
      <Radio
        name="why"
        value="other"
        checked={given.why === 'other'}
        onChange={() => given.choose('other')}
        label="Otra cosa; la escribo abajo."
      />
    </fieldset>
  )

const ReasonWords = ({
  as,
  given,
  cancellation,
}: {
  as: As
  given: GivenReason
  cancellation: Cancellation
}) => (
  <Field
    label={as === 'client' ? 'Motivo' : 'En tus palabras'}
    required={as !== 'client' && given.why === 'other'}
    hint={cancellation.isRent ? 'Lo lee la otra parte.' : readBy[as]}
  >
    {(control) => (
      <TextArea
        {...control}
        rows={2}
        maxLength={300}
        value={given.reason}
        onChange={(event) => given.write(event.target.value)}
      />
    )}
  </Field>
)

/** Who reads the reason; enforced by the server (present.ts). */
const readBy = {
  client: 'Lo lee solo quien te atiende.',
  professional: 'Lo lee solo tu cliente.',
  host: 'Lo leen el cliente y quien da el servicio.',
} as const

/** The rescue that is tried first, and its cost if it works; the lines above are the cost if it fails. */
const RescueCosts = ({ rescue }: { rescue: NonNullable<CancelQuote['rescue']> }) => (
  <div className="flex flex-col gap-2 text-[0.9375rem]">
    {rescue.search === 'none' ? (
      <p>No encontramos otro lugar libre a esa hora: la cita se cancela al momento.</p>
    ) : (
      <p>
        {rescue.search === 'found'
          ? rescue.ownBusiness
            ? 'Encontramos otro lugar libre en tu casa.'
            : `Encontramos otro lugar libre a ${Math.max(10, Math.round((rescue.meters ?? 0) / 10) * 10)} m.`
          : 'Primero buscamos otro lugar libre a esa hora.'}{' '}
        {rescue.search === 'later' ? '' : 'Lo apartamos y preguntamos al cliente y a quien da el servicio. '}
        Si aceptan,{' '}
        <strong>
          {rescue.maxCents > 0
            ? `pagas ${rescue.search === 'later' ? 'a lo más ' : ''}${formatCents(rescue.maxCents)} de la diferencia de renta`
            : 'no pagas nada'}
        </strong>
        ; si no, vale lo de arriba.
      </p>
    )}
    {rescue.isFree ? (
      <p>Es tu cancelación gratis del semestre: no pagas compensación. La siguiente sí.</p>
    ) : null}
  </div>
)
