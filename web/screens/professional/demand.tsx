import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Coupons } from '#web/parts/pricing/demand/coupons.tsx'
import { DemandEditor } from '#web/parts/pricing/demand/demand-editor.tsx'
import { HeatCard } from '#web/parts/pricing/demand/heat-card.tsx'
import { demandReading, heatReading } from '#web/parts/pricing/demand/reading.ts'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { Section } from '#web/ui/page/section.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

export const Route = createFileRoute('/_signed-in/professional-demand-configuration')({
  staticData: { profile: 'professional', needsSaved: true },
  loader: async ({ context: { queryClient, user } }) => {
    if (user.professionalId !== null)
      await Promise.all([queryClient.prefetchQuery(demandReading), queryClient.prefetchQuery(heatReading)])
    return { today: dateIn(Date.now(), user.zone) }
  },
  head: () => ({ meta: [{ title: 'Precios por demanda · Kalli' }] }),
  component: Demand,
})

function Demand() {
  const { today } = Route.useLoaderData()
  const answer = useQuery(demandReading)
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-work flex-col gap-9">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Precios por demanda</h1>
          <p className="measure text-muted">
            Tus horas tranquilas pueden costar menos y las llenas un poco más. El precio es de la hora, nunca
            de la persona; lo ya apartado o reservado conserva el suyo.
          </p>
          <a
            href="#cupones"
            className="lone-link self-start font-semibold text-jacaranda-deep underline underline-offset-4"
          >
            Ir a tus cupones
          </a>
        </header>
        <Section title="Tu semana">
          <HeatCard />
        </Section>
        {answer.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-4">
            <span className="sr-only">Cargando tus precios…</span>
            <Skeleton className="h-28 rounded-lg" />
            <Skeleton className="h-96 rounded-lg" />
          </div>
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : (
          <>
            <DemandEditor own={answer.data} today={today} />
            {answer.data.services.length === 0 ? null : (
              <div id="cupones" className="scroll-mt-24">
                <Section title="Cupones">
                  <Coupons services={answer.data.services} />
                </Section>
              </div>
            )}
          </>
        )}
      </div>
    </section>
  )
}
