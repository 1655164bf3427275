import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import {
  commissionCovers,
  commissions,
  earnings,
  statistics,
  testimonials,
  tools,
} from '#web/parts/landing/words.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Greca } from '#web/ui/logo.tsx'

/** The static blocks under the steps. */
export default function LastBlocks() {
  return (
    <>
      <Tools />
      <Commission />
      <ForBoth />
      <Testimonials />
      <Statistics />
      <LastCall />
    </>
  )
}

const Tools = () => (
  <section aria-labelledby="herramientas" className="bg-sunk py-16 sm:py-20">
    <div className="page">
      <h2 id="herramientas" className="text-3xl sm:text-4xl">
        Herramientas que trabajan contigo
      </h2>
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        <ToolList title="Para profesionales" items={tools.professionals} />
        <ToolList title="Para espacios" items={tools.spaces} />
      </div>
    </div>
  </section>
)

const ToolList = ({ title, items }: { title: string; items: readonly string[] }) => (
  <div className="rounded-xl border border-line bg-surface p-6 sm:p-8">
    <h3 className="text-2xl">{title}</h3>
    <ul className="mt-4 flex flex-col gap-3">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
          {item}
        </li>
      ))}
    </ul>
  </div>
)

const Commission = () => (
  <section aria-labelledby="comision" className="bg-noche text-on-noche">
    <Greca className="text-maiz/80" />
    <div className="page py-16 sm:py-20">
      <h2 id="comision" className="max-w-[20ch] text-3xl sm:text-4xl">
        Comisiones claras, sin cuotas fijas
      </h2>
      <dl className="mt-10 grid gap-8 sm:grid-cols-3">
        {commissions.map((one) => (
          <div key={one.who} className="flex flex-col gap-1 border-t border-on-noche/30 pt-5">
            <dt className="text-lg font-semibold">{one.who}</dt>
            <dd className="figures font-display text-6xl font-semibold">{one.figure}</dd>
            <dd className="text-on-noche-muted">{one.text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 text-on-noche-muted">
        Incluye: {commissionCovers.join(', ').toLocaleLowerCase('es-MX')}.
      </p>
    </div>
  </section>
)

const ForBoth = () => (
  <section aria-label="Únete a Kalli" className="page grid gap-5 py-16 sm:py-20 md:grid-cols-2">
    <div className="flex flex-col items-start gap-4 rounded-xl bg-barro-soft p-7 sm:p-10">
      <h2 className="text-3xl">¿Prestas un servicio?</h2>
      <p className="text-lg">Trabaja por hora en espacios listos, sin rentas de mes completo. {earnings}</p>
      <Link {...paths.forProfessionals()} className={buttonClass({}, 'mt-auto')}>
        Presto un Servicio
      </Link>
    </div>
    <div className="flex flex-col items-start gap-4 rounded-xl bg-jacaranda-soft p-7 sm:p-10">
      <h2 className="text-3xl">¿Tienes un espacio?</h2>
      <p className="text-lg">
        Renta tus sillas, cabinas o consultorios por hora a profesionales que tú apruebas.
      </p>
      <Link {...paths.forSpaces()} className={buttonClass({ tone: 'secondary' }, 'mt-auto')}>
        Tengo un Espacio
      </Link>
    </div>
  </section>
)

const Testimonials = () => (
  <section aria-labelledby="testimonios" className="page pb-16">
    <h2 id="testimonios" className="text-3xl sm:text-4xl">
      Lo que se dice en la casa
    </h2>
    <div className="mt-8 grid gap-8 md:grid-cols-3">
      {testimonials.map((one) => (
        <figure key={one.name} className="flex flex-col gap-4 border-l-2 border-jacaranda/50 pl-5">
          <blockquote className="font-display text-xl leading-snug">“{one.text}”</blockquote>
          <figcaption className="text-muted">
            <span className="font-semibold text-ink">{one.name}</span>, {one.who}
          </figcaption>
        </figure>
      ))}
    </div>
  </section>
)

const Statistics = () => (
  <section aria-label="Kalli en números" className="border-y border-line bg-surface">
    <dl className="page grid grid-cols-2 gap-x-6 gap-y-8 py-12 sm:grid-cols-3 lg:grid-cols-6">
      {statistics.map((one) => (
        <div key={one.text} className="flex flex-col-reverse">
          <dt className="text-muted">{one.text}</dt>
          <dd className="figures font-display text-4xl font-semibold text-barro">{one.figure}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const LastCall = () => (
  <section aria-labelledby="ultimo" className="page flex flex-col items-center gap-5 pt-20 text-center">
    <h2 id="ultimo" className="text-4xl sm:text-5xl">
      Pasa, estás en tu casa
    </h2>
    <p className="max-w-[46ch] text-lg text-muted">
      Empieza hoy: busca a quien te cuide, o abre la puerta de tu espacio.
    </p>
    <div className="flex flex-wrap justify-center gap-3">
      <Link {...paths.search()} className={buttonClass({ size: 'large' })}>
        Comenzar Ahora
      </Link>
      <Link {...paths.contact()} className={buttonClass({ tone: 'secondary', size: 'large' })}>
        Hablar con Ventas
      </Link>
    </div>
  </section>
)
