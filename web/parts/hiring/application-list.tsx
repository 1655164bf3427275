import type { Application } from '#contract/hiring/application.ts'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import { applicationStatuses } from '#contract/hiring/application-moves.ts'
import { applicantName, HostApplication } from '#web/parts/hiring/host-application.tsx'
import { StateLine } from '#web/parts/hiring/detail.tsx'
import type { Column } from '#web/ui/records/order.ts'
import { Records } from '#web/ui/records/records.tsx'

/** A host's applications in the order in which they must be answered; each opens in a sheet. */
export const ApplicationList = ({
  applications,
  chosen,
  onChoose,
  opened,
  onOpen,
}: {
  applications: readonly Application[]
  chosen: readonly number[]
  onChoose: (ids: readonly number[]) => void
  opened: number | undefined
  onOpen: (id: number | undefined) => void
}) => (
  <Records
    label="Solicitudes"
    records={applications}
    columns={columns}
    nameOf={applicantName}
    photoOf={({ professional }) => professional.profileImageUrl}
    line={lineOf}
    selection={{ ids: chosen, onChange: onChoose, mayChoose: ({ waitingFor }) => waitingFor !== null }}
    opened={opened}
    onOpen={onOpen}
  >
    {(one) => <HostApplication one={one} />}
  </Records>
)

const lineOf = (one: Application) => (
  <>
    <p>
      {rentText(one.terms.rent)} · {one.space.name}
    </p>
    <StateLine application={one} />
  </>
)

const columns: Column<Application>[] = [
  { title: 'Profesional', value: applicantName },
  { title: 'Espacio', value: ({ space }) => space.name, isKind: true },
  { title: 'Propone', value: ({ terms }) => rentText(terms.rent), isFigure: true },
  {
    title: 'Compatibilidad',
    value: ({ professional }) => professional.fitPercent,
    cell: ({ professional }) => `${professional.fitPercent} %`,
    isFigure: true,
  },
  {
    title: 'Estado',
    value: ({ status }) => applicationStatuses[status],
    isKind: true,
    cell: (one) => <StateLine application={one} />,
  },
]
