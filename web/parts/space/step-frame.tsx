import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Check, CloudOff } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { listingSteps } from '#contract/space/listing-steps.ts'
import type { Space } from '#contract/space/space.ts'
import type { Saving } from '#web/parts/space/use-step.ts'
import { Stale } from '#web/ui/page/stale.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The submit button is in the bar below, outside the form. */
const stepForm = 'paso'

type Step = {
  saving: Saving
  finish: () => Promise<boolean>
  retry: () => void
  keep: () => void
  take: () => void
}

/** A step: its fields, its save state, and the back and next buttons. */
export const StepFrame = ({
  space,
  step,
  title,
  text,
  of,
  below,
  children,
}: {
  space: Space
  step: number
  title: string
  text: string
  of: Step
  /** Content that is saved by its own form. */
  below?: ReactNode
  children: ReactNode
}) => {
  const navigate = useNavigate()
  const router = useRouter()
  const [going, setGoing] = useState(false)
  const next = listingSteps.find((one) => one.step === step + 1)
  const goOn = async () => {
    setGoing(true)
    const { href } = router.latestLocation
    const saved = await of.finish()
    setGoing(false)
    // A host who left this step while it was being saved is not redirected.
    if (saved && router.latestLocation.href === href)
      await navigate(paths.hostRegistration({ space: space.id, step: step + 1 }))
  }
  return (
    <div className="flex flex-col gap-7">
      <Form
        id={stepForm}
        aria-label={title}
        className="flex flex-col gap-7"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void goOn()
        }}
      >
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl">{title}</h1>
          <p className="measure text-muted">{text}</p>
        </header>
        {children}
        {of.saving.state === 'stale' ? <Stale onKeep={of.keep} onTake={of.take} /> : null}
        {of.saving.state === 'refused' ? (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-chile-soft px-4 py-3 text-chile"
          >
            <span>{of.saving.text}</span>
            <Button tone="secondary" size="small" onClick={of.retry}>
              Intentar de nuevo
            </Button>
          </div>
        ) : null}
      </Form>
      {below}
      <footer
        data-bar="bottom"
        className="bottom-bar sticky z-20 -mx-4.5 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-plaster/95 px-4.5 pt-3 backdrop-blur sm:mx-0 sm:px-0"
      >
        {step === 1 ? (
          <Link {...paths.hostRegistration()} className={buttonClass({ tone: 'quiet' })}>
            <ArrowLeft aria-hidden className="size-5" />
            Mis espacios
          </Link>
        ) : (
          <Link
            {...paths.hostRegistration({ space: space.id, step: step - 1 })}
            className={buttonClass({ tone: 'quiet' })}
          >
            <ArrowLeft aria-hidden className="size-5" />
            Atrás
          </Link>
        )}
        <SavedSign saving={of.saving} />
        <Button type="submit" form={stepForm} busy={going}>
          {next === undefined ? 'Revisar' : 'Continuar'}
          <ArrowRight aria-hidden className="size-5" />
        </Button>
      </footer>
    </div>
  )
}

const SavedSign = ({ saving }: { saving: Saving }) => (
  <p
    role="status"
    className="order-first flex w-full items-center justify-center gap-1.5 text-sm text-muted sm:order-none sm:w-auto"
  >
    {saving.state === 'saving' || saving.state === 'waiting' ? (
      <>
        <Spinner /> Guardando…
      </>
    ) : saving.state === 'offline' ? (
      <>
        <CloudOff aria-hidden className="size-4 text-chile" /> Sin conexión; se guarda al volver
      </>
    ) : saving.state === 'kept' ? (
      <>
        <Check aria-hidden className="size-4 text-agave" /> Guardado
      </>
    ) : saving.state === 'unread' ? (
      'Falta un número'
    ) : (
      'Sin guardar'
    )}
  </p>
)
