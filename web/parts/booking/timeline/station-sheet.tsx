import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Printer } from 'lucide-react'
import * as contract from '#contract/booking/agenda/timeline.ts'
import { reading } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** A sheet to print and cut: the code of each unit, which proves an arrival. */
export const StationSheet = ({ spaceId }: { spaceId: number }) => {
  const answer = useQuery(reading(contract.stations, { params: { id: spaceId } }))
  if (answer.isPending) return <Skeleton className="h-96" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { spaceName, businessName, stations } = answer.data
  return (
    <section className="print-sheet flex flex-col gap-6">
      <div className="no-print flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 className="text-xl">{spaceName}</h2>
          <p className="text-muted">Imprime, recorta y pon cada código a la vista en su unidad.</p>
        </div>
        <Button tone="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-5" />
          Imprimir
        </Button>
      </div>
      <ul className="flex flex-col border-t border-line print:grid print:grid-cols-2 print:gap-5 print:border-0">
        {stations.map(({ unitId, name, code, svg }) => (
          <li key={unitId} className="border-b border-line print:break-inside-avoid print:border-0">
            {/* All are open in print, whichever are open on the screen. */}
            <details className="group">
              <summary className="flex min-h-14 items-center justify-between gap-3 marker:content-none print:hidden">
                <span className="font-semibold">{name} </span>
                <span className="flex items-center gap-2 text-muted">
                  <span className="figures tracking-[0.1em]">{code}</span>
                  <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
                </span>
              </summary>
              <div className="mb-4 flex flex-col items-center gap-4 rounded-lg border border-line bg-white p-7 text-center text-black">
                <Logo />
                <p className="font-display text-2xl font-semibold">{name}</p>
                <img
                  alt={`Código QR de ${name}`}
                  src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
                  className="size-52"
                />
                <p className="figures text-lg tracking-[0.2em]">{code}</p>
                <p className="text-sm">
                  {businessName}. Al llegar, escanea este código para registrar tu visita.
                </p>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
