import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FirstStep } from '#web/parts/dashboard/first-steps.ts'
import { type Known, nextOf, readAgain, useKnown } from '#web/parts/onboarding/reading.ts'
import { HoursStep } from '#web/parts/onboarding/hours-step.tsx'
import { PhoneStep } from '#web/parts/onboarding/phone-step.tsx'
import { PlaceStep } from '#web/parts/onboarding/place-step.tsx'
import { ServicesStep } from '#web/parts/onboarding/services-step.tsx'
import { ShareStep } from '#web/parts/onboarding/share-step.tsx'
import { after } from '#web/parts/onboarding/step-shell.tsx'
import { TradeStep } from '#web/parts/onboarding/trade-step.tsx'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The onboarding of a professional, step by step; each saves by the same requests as the screen where it is changed later. */
export default function FirstSteps({ start }: { start: FirstStep | 'next' }) {
  const answer = useKnown()
  if (answer.state === 'pending')
    return (
      <div aria-busy="true" className="page flex flex-col gap-4 py-8">
        <span className="sr-only">Cargando tus primeros pasos…</span>
        <Skeleton className="mx-auto h-16 w-full max-w-form rounded-lg" />
        <Skeleton className="mx-auto h-96 w-full max-w-form rounded-lg" />
      </div>
    )
  if (answer.state === 'failed')
    return (
      <div className="page py-8">
        <ErrorState text={answer.error.message} onRetry={answer.again} />
      </div>
    )
  return <Step start={start} known={answer.known} />
}

const Step = ({ start, known }: { start: FirstStep | 'next'; known: Known }) => {
  // Completing the shown step does not advance; only its button does.
  const [first] = useState(() => nextOf(known))
  const step = start === 'next' ? first : start
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const goTo = async (next: FirstStep) => {
    await readAgain(queryClient)
    await navigate(paths.firstSteps(next))
  }
  const props = { known, onDone: () => void goTo(after(step)) }
  // Before the profile is saved there is nothing to attach a service or hours to.
  if (step === 'trade' || (known.profile === null && step !== 'phone'))
    return <TradeStep {...props} onDone={() => void goTo('services')} />
  if (step === 'services') return <ServicesStep {...props} />
  if (step === 'hours') return <HoursStep {...props} />
  if (step === 'place') return <PlaceStep {...props} />
  if (step === 'phone') return <PhoneStep {...props} />
  return <ShareStep known={known} />
}
