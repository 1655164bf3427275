import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { journeys } from '#web/parts/landing/journeys.ts'
import { tools } from '#web/parts/landing/words.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Greca } from '#web/ui/logo.tsx'

type Side = keyof typeof journeys
type RolePageProps = {
  side: Side
  eyebrow: string
  title: string
  lead: string
  picture: { src: string; alt: string }
  reasons: readonly { title: string; text: string }[]
  example: { title: string; lines: readonly (readonly [string, string])[]; total: readonly [string, string] }
  help: ReturnType<typeof paths.helpHosts> | ReturnType<typeof paths.helpProfessionals>
}

/** The page behind "Presto un Servicio" and "Tengo un Espacio": the offer, how it works, its price, and where to start. */
export const RolePage = ({ side, eyebrow, title, lead, picture, reasons, example, help }: RolePageProps) => (
  <>
    <Lead side={side} eyebrow={eyebrow} title={title} lead={lead} picture={picture} />
    <section aria-labelledby="razones" className="bg-sunk py-14">
      <div className="page">
        <h2 id="razones" className="sr-only">
          Por qué
        </h2>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {reasons.map((reason) => (
            <li key={reason.title} className="border-t-2 border-barro/70 pt-4">
              <h3 className="text-xl">{reason.title}</h3>
              <p className="mt-1.5 text-muted">{reason.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
    <section aria-labelledby="pasos" className="page py-16">
      <h2 id="pasos" className="text-3xl sm:text-4xl">
        En cinco pasos
      </h2>
      <ol className="mt-8 grid gap-6 md:grid-cols-5">
        {journeys[side].steps.map((step, place) => (
          <li key={step.title} className="flex gap-4 md:flex-col">
            <span
              aria-hidden
              className="arch figures flex h-16 w-13 shrink-0 items-center justify-center bg-barro-soft font-display text-2xl font-semibold text-barro-deep"
            >
              {place + 1}
            </span>
            <div>
              <h3 className="font-sans text-lg leading-snug font-semibold tracking-normal">{step.title}</h3>
              <p className="mt-1 text-[0.9375rem] text-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
    <Example example={example} />
    <section aria-labelledby="herramientas" className="page grid gap-10 pt-16 md:grid-cols-2">
      <div>
        <h2 id="herramientas" className="text-3xl">
          Lo que tienes desde el primer día
        </h2>
        <ul className="mt-5 flex flex-col gap-3 text-[1.0625rem]">
          {tools[side].map((tool) => (
            <li key={tool} className="flex gap-3">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
              {tool}
            </li>
          ))}
        </ul>
      </div>
      <Questions help={help} />
    </section>
  </>
)

const Lead = ({
  side,
  eyebrow,
  title,
  lead,
  picture,
}: Pick<RolePageProps, 'side' | 'eyebrow' | 'title' | 'lead' | 'picture'>) => (
  <header className="page grid items-center gap-8 pt-8 pb-12 lg:grid-cols-[1.1fr_1fr] lg:gap-14 lg:pt-14">
    <div className="flex flex-col gap-5">
      <p className="eyebrow text-barro">{eyebrow}</p>
      <h1 className="text-4xl sm:text-5xl lg:text-[3.5rem]">{title}</h1>
      <p className="measure text-lg text-muted sm:text-xl">{lead}</p>
      <p className="flex flex-wrap gap-3">
        <a href={journeys[side].signIn} className={buttonClass({ size: 'large' })}>
          {journeys[side].action}
        </a>
        <Link {...paths.pricing()} className={buttonClass({ tone: 'secondary', size: 'large' })}>
          Calcular ganancias
        </Link>
      </p>
    </div>
    <img
      src={picture.src}
      alt={picture.alt}
      width={1200}
      height={800}
      fetchPriority="high"
      className="aspect-3/2 w-full rounded-xl bg-sunk object-cover"
    />
  </header>
)

const Example = ({ example }: Pick<RolePageProps, 'example'>) => (
  <section aria-labelledby="cuentas" className="bg-noche text-on-noche">
    <Greca className="text-maiz/80" />
    <div className="page grid gap-10 py-16 md:grid-cols-2 md:items-center">
      <div>
        <h2 id="cuentas" className="max-w-[16ch] text-3xl sm:text-4xl">
          {example.title}
        </h2>
        <p className="mt-4 max-w-[44ch] text-on-noche-muted">
          Un ejemplo antes de retenciones. Con tus números, en la calculadora.
        </p>
        <Link {...paths.pricing()} className={buttonClass({ tone: 'onDark' }, 'mt-6')}>
          Abrir la calculadora
        </Link>
      </div>
      <dl className="figures flex flex-col gap-3 rounded-xl border border-on-noche/25 p-6 text-lg">
        {example.lines.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-6">
            <dt className="text-on-noche-muted">{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-6 border-t border-dashed border-on-noche/40 pt-3">
          <dt className="font-semibold">{example.total[0]}</dt>
          <dd className="font-display text-4xl font-semibold">{example.total[1]}</dd>
        </div>
      </dl>
    </div>
  </section>
)

const Questions = ({ help }: Pick<RolePageProps, 'help'>) => (
  <div className="flex flex-col items-start gap-4 rounded-xl border border-line bg-surface p-6 sm:p-8">
    <h2 className="text-2xl">¿Tienes dudas?</h2>
    <p className="text-muted">
      Lee cómo funcionan la agenda, los cobros y los convenios, o háblalo con una persona.
    </p>
    <p className="flex flex-wrap gap-3">
      <Link {...help} className={buttonClass({ tone: 'secondary' })}>
        Ver la ayuda
      </Link>
      <Link {...paths.contact()} className={buttonClass({ tone: 'quiet' })}>
        Hablar con Ventas
      </Link>
    </p>
  </div>
)
