import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { journeys } from '#web/parts/landing/journeys.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

type Side = keyof typeof journeys
const sides: readonly Side[] = ['professionals', 'spaces']

/** Spec §9. */
const stepMs = 4000

/**
 * Five steps for each audience; they advance every four seconds until the visitor takes over (spec §2, §9), pause while the visitor points
 * at them or has the keyboard focus inside, and have a pause button.
 */
export default function HowItWorks() {
  const { side, step, playing, setPlaying, go, switchTo, frame } = useCarousel()
  const { steps, action, signIn } = journeys[side]
  // After a client-side navigation the hash was in the URL before this element existed.
  useEffect(() => {
    if (location.hash === '#como-funciona') document.getElementById('como-funciona')?.scrollIntoView()
  }, [])
  return (
    <section id="como-funciona" aria-labelledby="como-funciona-titulo" className="page py-16 sm:py-20">
      <div className="flex flex-wrap items-end justify-between gap-5">
        <h2 id="como-funciona-titulo" className="text-3xl sm:text-4xl">
          Cómo funciona
        </h2>
        <div role="group" aria-label="Ver los pasos" className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
          {sides.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === side}
              onClick={() => switchTo(one)}
              className={classNames(
                'min-h-11 rounded-sm px-4 font-semibold transition-colors',
                one === side ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
              )}
            >
              {journeys[one].label}
            </button>
          ))}
        </div>
      </div>
      <div
        ref={frame}
        role="group"
        aria-roledescription="carrusel"
        aria-label={journeys[side].label}
        className="mt-8"
      >
        <ol
          aria-live={playing ? 'off' : 'polite'}
          className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-xl border border-line bg-surface"
        >
          {steps.map((one, index) => (
            <StepSlide
              key={one.title}
              step={one}
              index={index}
              count={steps.length}
              isShown={index === step}
            />
          ))}
        </ol>
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
          <StepButtons steps={steps} step={step} onGo={go} />
        </div>
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <a href={signIn} className={buttonClass()}>
          {action}
        </a>
        <button
          type="button"
          onClick={() => setPlaying(!playing)}
          className="inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-semibold text-muted hover:bg-sunk hover:text-ink motion-reduce:hidden"
        >
          {playing ? <Pause aria-hidden className="size-4.5" /> : <Play aria-hidden className="size-4.5" />}
          {playing ? 'Pausar los pasos' : 'Pasar los pasos'}
        </button>
      </div>
    </section>
  )
}

/** The audience and step shown, and whether the steps advance automatically. */
const useCarousel = () => {
  const [side, setSide] = useState<Side>('professionals')
  const [step, setStep] = useState(0)
  const [playing, setPlaying] = useState(true)
  const frame = useRef<HTMLDivElement>(null)
  const { steps } = journeys[side]

  useEffect(() => {
    if (!playing || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => {
      if (frame.current?.matches(':hover, :focus-within') !== true) setStep((now) => (now + 1) % 5)
    }, stepMs)
    return () => clearInterval(timer)
  }, [playing])
  const go = (next: number) => {
    setPlaying(false)
    setStep((next + steps.length) % steps.length)
  }
  const switchTo = (next: Side) => {
    setPlaying(false)
    setSide(next)
    setStep(0)
  }
  return { side, step, playing, setPlaying, go, switchTo, frame }
}

type Step = (typeof journeys)[Side]['steps'][number]

const StepSlide = ({
  step,
  index,
  count,
  isShown,
}: {
  step: Step
  index: number
  count: number
  isShown: boolean
}) => (
  <li
    aria-hidden={!isShown}
    className={classNames(
      'col-start-1 row-start-1 flex flex-col gap-4 p-6 transition-opacity duration-300 sm:flex-row sm:flex-wrap sm:items-center sm:gap-10 sm:p-12',
      isShown ? 'opacity-100' : 'pointer-events-none opacity-0',
    )}
  >
    <span
      aria-hidden
      className="arch figures flex h-28 w-22 shrink-0 items-center justify-center bg-barro-soft font-display text-5xl font-semibold text-barro-deep sm:h-44 sm:w-34 sm:text-7xl"
    >
      {index + 1}
    </span>
    <div className="flex min-w-[min(100%,14rem)] flex-1 flex-col gap-2">
      <p className="text-muted">
        Paso {index + 1} de {count}
      </p>
      <h3 className="text-2xl sm:text-3xl">{step.title}</h3>
      <p className="measure text-lg text-muted">{step.text}</p>
    </div>
  </li>
)

const StepButtons = ({
  steps,
  step,
  onGo,
}: {
  steps: readonly Step[]
  step: number
  onGo: (step: number) => void
}) => (
  <div className="flex flex-wrap items-center gap-1">
    <IconButton
      label="Paso anterior"
      onClick={() => onGo(step - 1)}
      className="border border-line bg-surface"
    >
      <ChevronLeft aria-hidden />
    </IconButton>
    {steps.map((one, index) => (
      <button
        key={one.title}
        type="button"
        aria-label={`Ir al paso ${index + 1}`}
        aria-current={index === step ? 'step' : undefined}
        onClick={() => onGo(index)}
        className="flex size-11 max-w-8 items-center justify-center sm:max-w-none"
      >
        <span
          className={classNames(
            'h-2.5 rounded-full transition-all',
            index === step ? 'w-7 bg-barro' : 'w-2.5 bg-edge/60',
          )}
        />
      </button>
    ))}
    <IconButton
      label="Paso siguiente"
      onClick={() => onGo(step + 1)}
      className="border border-line bg-surface"
    >
      <ChevronRight aria-hidden />
    </IconButton>
  </div>
)
