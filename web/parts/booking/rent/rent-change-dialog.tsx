import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as booking from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import * as contract from '#contract/booking/rent/rent-change.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call, reading } from '#web/api.ts'
import { ProposalNote, ProposalTerms, TermsLoading } from '#web/parts/booking/change/proposal-terms.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { dateIn, instantOf, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Where rented hours were dropped, or nothing yet: the proposer sees what it means, then asks the other party. */
export type Selection = { id: string; unitId: number | undefined; minutes: number }
/** A host chooses among their units; a renting professional has the same one, or another that is free. */
type Proposer = { as: 'host'; units: readonly { id: number; name: string }[] } | { as: 'professional' }

/** Another time for rented hours: chosen, then what it means in full, then the one button. */
export const RentChangeDialog = ({
  by,
  selection,
  onClose,
}: {
  by: Proposer
  selection: Selection
  onClose: () => void
}) => {
  const whole = useQuery(reading(booking.booking, { params: { id: selection.id }, query: { as: by.as } }))
  if (whole.data !== undefined)
    return <Proposing rent={whole.data} by={by} selection={selection} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title}>
      {whole.isLoadingError ? (
        <ErrorState text={whole.error.message} onRetry={() => whole.refetch()} />
      ) : (
        <div aria-busy="true">
          <span className="sr-only">Cargando la renta…</span>
          <Skeleton className="h-40" />
        </div>
      )}
    </Dialog>
  )
}

const title = 'Proponer otra hora'

const Proposing = ({
  rent,
  by,
  selection,
  onClose,
}: {
  rent: Booking
  by: Proposer
  selection: Selection
  onClose: () => void
}) => {
  const proposal = useRentChange({ rent, selection, by, onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={`${by.as === 'host' ? `${rent.professional.firstName} rentó` : 'Rentaste'} el ${shortOf(rent.startsAt, proposal.zone)}, ${rent.place.unitName ?? ''}. Nada cambia hasta que ${by.as === 'host' ? 'acepte' : 'el espacio acepte'}.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Dejarla como está
          </Button>
          <Button
            busy={proposal.proposing.isPending}
            blocked={proposal.why}
            onClick={() => proposal.quoted !== undefined && proposal.proposing.mutate(proposal.quoted.token)}
          >
            Proponer esta hora
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <HourFields proposal={proposal} by={by} />
        <Terms proposal={proposal} />
        <ProposalNote
          hint={by.as === 'host' ? 'Lo lee quien renta.' : 'Lo lee el espacio.'}
          note={proposal.note}
          onChange={proposal.setNote}
        />
        {proposal.problem === null ? null : (
          <p role="alert" className="font-medium text-chile">
            {proposal.problem.message}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** The chosen hour, its price, and the proposal. */
const useRentChange = ({
  rent,
  selection,
  by,
  onClose,
}: {
  rent: Booking
  selection: Selection
  by: Proposer
  onClose: () => void
}) => {
  const { zone } = rent
  const first = new Date(Date.parse(rent.startsAt) + selection.minutes * minuteMs).toISOString()
  const form = useForm({
    initial: () => ({
      note: '',
      date: dateIn(first, zone),
      time: timeOf(first, zone),
      unitId: selection.unitId,
    }),
    draft: `rent-change-${rent.id}`,
    unstored: ['date', 'time', 'unitId'],
  })
  const { note, date, time, unitId } = form.values
  const queryClient = useQueryClient()
  const isWhole = /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time)
  const startsAt = isWhole ? instantOf(date, time, zone) : ''
  const isOther = isWhole && Date.parse(startsAt) !== Date.parse(rent.startsAt)
  const params = { id: rent.id }
  const quoting = useQuery({
    queryKey: ['rent-change', rent.id, rent.version, startsAt, unitId],
    queryFn: ({ signal }) =>
      call(contract.rentChangeQuote, { params, body: { as: by.as, startsAt, unitId } }, { signal }),
    // Another renter may take the hour meanwhile.
    staleTime: 20_000,
    retry: false,
    placeholderData: keepPreviousData,
    enabled: isOther,
  })
  const proposing = useMutation({
    mutationFn: (quoteToken: string) =>
      call(contract.proposeRentChange, { params, body: { as: by.as, quoteToken, note } }),
    onSuccess: async () => {
      form.accept()
      await queryClient.invalidateQueries({ queryKey: ['/api'] })
      toast('Hora propuesta', 'Queda apartada mientras responde. Ya avisamos.', 'good')
      onClose()
    },
    onError: () => void quoting.refetch(),
  })
  const quoted = isOther && !quoting.isError && !quoting.isPlaceholderData ? quoting.data : undefined
  const may = rent.moves.find(({ move }) => move === 'propose_change')
  const why =
    may?.allowed === false
      ? (may.reason ?? undefined)
      : !isOther
        ? 'Elige primero otra hora.'
        : quoting.isError
          ? quoting.error.message
          : quoted === undefined
            ? 'Calculando…'
            : undefined
  const problem = proposing.error ?? (isOther ? quoting.error : null)
  return {
    zone,
    proposing,
    why,
    quoted,
    date,
    setDate: form.pick('date').onChange,
    time,
    setTime: form.pick('time').onChange,
    unitId,
    setUnit: form.pick('unitId').onChange,
    isOther,
    quoting,
    note,
    setNote: form.pick('note').onChange,
    problem,
  }
}

type RentProposal = ReturnType<typeof useRentChange>

const HourFields = ({ proposal, by }: { proposal: RentProposal; by: Proposer }) => (
  <div className="grid gap-4 sm:grid-cols-3">
    <Field label="Fecha">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={proposal.date}
          onChange={(event) => proposal.setDate(event.target.value)}
        />
      )}
    </Field>
    <Field label="Empieza">
      {(control) => (
        <Input
          {...control}
          type="time"
          step={900}
          value={proposal.time}
          onChange={(event) => proposal.setTime(event.target.value)}
        />
      )}
    </Field>
    {by.as === 'host' ? (
      <Field label="Unidad">
        {(control) => (
          <Select
            {...control}
            value={proposal.unitId}
            onChange={(event) => proposal.setUnit(Number(event.target.value))}
          >
            {by.units.map((unit) => (
              <option key={unit.id} value={unit.id}>
                {unit.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    ) : null}
  </div>
)

const Terms = ({ proposal }: { proposal: RentProposal }) =>
  proposal.quoted !== undefined ? (
    <ProposalTerms
      when={`${shortOf(proposal.quoted.startsAt, proposal.zone)} a ${timeOf(proposal.quoted.endsAt, proposal.zone)} · ${proposal.quoted.place}`}
      lines={proposal.quoted.lines}
    >
      {proposal.quoted.reason} Tiene hasta el {shortOf(proposal.quoted.answerBy, proposal.zone)} para
      responder.
    </ProposalTerms>
  ) : proposal.isOther && proposal.quoting.isFetching ? (
    <TermsLoading />
  ) : null
