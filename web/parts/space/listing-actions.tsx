import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/space/listing-steps.ts'
import {
  type ListingMove,
  listingMoves,
  listingStates,
  type ListingState,
  mayMoveListing,
} from '#contract/space/listing.ts'
import type { Space } from '#contract/space/space.ts'
import * as spaces from '#contract/space/space.ts'
import { call, keyOf } from '#web/api.ts'
import { spaceReading } from '#web/parts/space/use-step.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { ChosenAct } from '#web/ui/records/chosen-act.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const tones: Readonly<Record<ListingState, BadgeTone>> = {
  draft: 'plain',
  in_review: 'maiz',
  published: 'agave',
  paused: 'jacaranda',
  suspended: 'chile',
  archived: 'plain',
}

export const StateBadge = ({ state }: { state: ListingState }) => (
  <Badge tone={tones[state]}>{listingStates[state]}</Badge>
)

const calls = {
  submit: contract.submitSpace,
  withdraw: contract.withdrawSpace,
  pause: contract.pauseSpace,
  resume: contract.resumeSpace,
  archive: contract.archiveSpace,
} as const
export type HostMove = keyof typeof calls

const words: Readonly<Record<HostMove, { label: string; done: string }>> = {
  submit: { label: 'Enviar a revisión', done: 'Enviado. Te avisamos en menos de 48 horas.' },
  withdraw: { label: 'Volver a borrador', done: 'Es otra vez un borrador' },
  pause: { label: 'Poner en pausa', done: 'En pausa: no entran reservas nuevas' },
  resume: { label: 'Publicar de nuevo', done: 'Publicado otra vez' },
  archive: { label: 'Archivar', done: 'Archivado' },
}

/** A host's move of a listing, and its result. */
export const useListingMove = (space: Space) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (move: HostMove) =>
      call(calls[move], { params: { id: space.id }, body: { version: space.version } }),
    onSuccess: (moved, move) => {
      queryClient.setQueryData(spaceReading(space.id).queryKey, moved)
      toast(words[move].done, undefined, 'good')
    },
    onError: (problem) => toastError('No se pudo', problem.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(spaces.spaces) }),
  })
}

/** The host's moves of a listing in its state, from the table of moves; a blocked one shows its reason. */
export const ListingActions = ({ space }: { space: Space }) => {
  const move = useListingMove(space)
  const [archiving, setArchiving] = useState(false)
  const facts = { ...space, state: space.status }
  const shown = (['resume', 'pause', 'withdraw', 'archive'] as const).filter((one) =>
    isFrom(one, space.status),
  )
  return (
    <>
      {shown.map((one) => {
        const answer = mayMoveListing(one, 'host', facts)
        return (
          <Button
            key={one}
            tone={one === 'resume' ? 'secondary' : 'quiet'}
            size="small"
            busy={move.isPending && move.variables === one}
            blocked={answer.allowed ? undefined : answer.reason}
            onClick={() => (one === 'archive' ? setArchiving(true) : move.mutate(one))}
          >
            {words[one].label}
            <span className="sr-only">: {space.name === '' ? 'espacio sin nombre' : space.name}</span>
          </Button>
        )
      })}
      <FormError of={move.error} />
      {archiving ? (
        <Dialog
          open
          onOpenChange={setArchiving}
          title="Archivar este espacio"
          description="Deja de verse y no se puede volver a publicar. Tus recibos y reservas pasadas se quedan."
          actions={
            <>
              <Button tone="quiet" onClick={() => setArchiving(false)}>
                Cancelar
              </Button>
              <Button
                tone="danger"
                onClick={() => {
                  setArchiving(false)
                  move.mutate('archive')
                }}
              >
                Archivar
              </Button>
            </>
          }
        >
          <p>
            {space.name === ''
              ? 'Este borrador no tiene nombre todavía.'
              : `«${space.name}», ${space.businessName}.`}
          </p>
        </Dialog>
      ) : null}
    </>
  )
}

const isFrom = (move: ListingMove, state: ListingState) => {
  const from: readonly ListingState[] = listingMoves[move].from
  return from.includes(state)
}

/** Pauses several listings at once, as before holidays or building work. */
export const PauseChosen = ({
  picked,
  nameOf,
  onDone,
}: {
  picked: readonly Space[]
  nameOf: (space: Space) => string
  onDone: () => void
}) => {
  const queryClient = useQueryClient()
  return (
    <ChosenAct
      picked={picked}
      nameOf={nameOf}
      tone="primary"
      words={{
        chosen: ['elegido', 'elegidos'],
        button: 'Poner en pausa',
        act: 'Poner en pausa',
        keep: 'Dejarlos publicados',
        asks: (count) => (count === 1 ? 'Poner 1 espacio en pausa' : `Poner ${count} espacios en pausa`),
        done: ['En pausa: no entran reservas nuevas', 'En pausa: no entran reservas nuevas'],
      }}
      note="Salen de la búsqueda y no entran reservas nuevas; las confirmadas se respetan. Cada uno se publica de nuevo cuando quieras."
      run={({ id, version }) => call(contract.pauseSpace, { params: { id }, body: { version } })}
      refresh={() => queryClient.invalidateQueries({ queryKey: keyOf(spaces.spaces) })}
      onDone={onDone}
    />
  )
}
