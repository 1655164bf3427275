import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import * as contract from '#contract/payment/rates.ts'
import { formatRate } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { publicHead } from '#web/head.ts'
import { ArticleHead } from '#web/parts/article/article.tsx'
import { commissionCovers } from '#web/parts/landing/words.ts'
import { Calculator, regimeOf } from '#web/parts/pricing/calculator.tsx'
import type { Estimate } from '#web/parts/pricing/estimate.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

const readingOf = reading(contract.rates)
const lead =
  'Clientes 0 %, profesionales 10 %, espacios 5 % sobre el uso real. Sin cuotas fijas. Mueve las cifras y mira quién gana qué.'

/** The figures of a shared address, in pesos and minutes, as the calculator's own form writes them. */
type Shared = { servicio?: number; minutos?: number; renta?: number; retencion?: 'si'; regimen?: string }

export const Route = createFileRoute('/pricing')({
  validateSearch: (search): Shared => ({
    ...within('servicio', search.servicio, 100_000),
    ...within('minutos', search.minutos, 720),
    ...within('renta', search.renta, 50_000),
    ...(search.retencion === 'si' ? { retencion: 'si' } : {}),
    ...(search.regimen === 'no_rfc' || search.regimen === 'physician' ? { regimen: search.regimen } : {}),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(readingOf),
  head: () => publicHead({ title: 'Comisiones y calculadora', description: lead, path: '/pricing' }),
  component: Pricing,
})

const within = (name: keyof Shared, given: unknown, most: number) => {
  const number = typeof given === 'string' && given !== '' ? Number(given) : given
  return typeof number === 'number' && number >= 0 && number <= most ? { [name]: number } : {}
}

function Pricing() {
  const { data: rates } = useSuspenseQuery(readingOf)
  const shared = Route.useSearch()
  const start: Estimate = {
    serviceCents: Math.round((shared.servicio ?? 650) * 100),
    minutes: Math.round(shared.minutos ?? 90),
    rentPerHourCents: Math.round((shared.renta ?? 150) * 100),
    withholding: shared.retencion === 'si' || (shared.servicio === undefined && rates.withholding),
    regime: regimeOf(shared.regimen),
  }
  return (
    <>
      <ArticleHead eyebrow="Comisiones" title="Cada peso, a la vista" lead={lead} />
      <div className="page flex flex-col gap-14 pt-10">
        <Calculator key={JSON.stringify(start)} rates={rates} start={start} />
        <section aria-labelledby="tarifas">
          <h2 id="tarifas" className="text-3xl">
            Qué paga cada quien
          </h2>
          <div className="mt-6 grid gap-5 md:grid-cols-3">
            <Plan
              who="Clientes"
              figure="0 %"
              text="Pagas el precio del servicio, con IVA. Lo que ves es lo que se cobra."
            />
            <Plan
              who="Profesionales"
              figure={formatRate(rates.commissionBp)}
              text="Del precio, con IVA incluido, solo sobre reservas confirmadas. Sin mensualidad ni costo por aparecer."
            />
            <Plan
              who="Espacios"
              figure={formatRate(rates.rentBp)}
              text="De la renta realmente cobrada, con IVA incluido. Si nadie usa tu espacio, no pagas nada."
            />
          </div>
          <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
            {commissionCovers.map((one) => (
              <li key={one} className="flex items-center gap-1.5 text-muted">
                <Check aria-hidden className="size-4.5 text-agave" /> {one}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="reglas" className="grid gap-8 md:grid-cols-2">
          <h2 id="reglas" className="text-3xl md:col-span-2">
            Las reglas, sin letra chica
          </h2>
          <Rule title="La renta sale del servicio">
            Cuando atiendes en un espacio, su renta por los minutos usados se toma de tu parte. Tu cliente
            nunca paga más.
          </Rule>
          <Rule title="Nunca trabajas a pérdida">
            Un horario solo se ofrece si después de comisión, renta y retenciones todavía ganas.
          </Rule>
          <Rule title="Impuestos">
            Las retenciones siguen la ley y dependen de tu régimen. Las tasas tienen fecha; la que se aplicó a
            una cita queda guardada con ella. Esta calculadora no sustituye a tu contadora o contador.
          </Rule>
          <Rule title="Redondeo">
            Todo se calcula en centavos enteros, línea por línea. Las partes suman siempre el precio exacto.
          </Rule>
        </section>
        <p className="flex flex-wrap gap-3">
          <Link {...paths.forProfessionals()} className={buttonClass()}>
            Soy profesional
          </Link>
          <Link {...paths.forSpaces()} className={buttonClass({ tone: 'secondary' })}>
            Tengo un espacio
          </Link>
        </p>
      </div>
    </>
  )
}

const Plan = ({ who, figure, text }: { who: string; figure: string; text: string }) => (
  <div className="rounded-xl border border-line bg-surface p-6">
    <h3 className="font-sans text-lg font-semibold tracking-normal">{who}</h3>
    <p className="figures mt-1 font-display text-5xl font-semibold text-barro">{figure}</p>
    <p className="mt-3 text-muted">{text}</p>
  </div>
)

const Rule = ({ title, children }: { title: string; children: string }) => (
  <div className="border-t-2 border-barro/60 pt-4">
    <h3 className="font-sans text-lg font-semibold tracking-normal">{title}</h3>
    <p className="measure mt-1 text-muted">{children}</p>
  </div>
)
