import * as vacancyMovesContract from '#contract/hiring/vacancy-moves.ts'
import type { VacancyMove } from '#contract/hiring/vacancy-moves.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/hiring/vacancy.ts'
import type { HostVacancy } from '#contract/hiring/vacancy.ts'
import { call } from '#web/api.ts'
import { useMove } from '#web/parts/hiring/use-move.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const confirmations = {
  close: {
    title: '¿Cerrar esta vacante?',
    text: 'Deja de verse para siempre. A quienes esperan respuesta les decimos que se cerró.',
    button: 'Cerrar vacante',
    said: { title: 'Vacante cerrada', text: 'Avisamos a quienes esperaban.' },
  },
  fill: {
    title: '¿Ya encontraste a alguien?',
    text: 'Deja de verse. A quienes esperan respuesta les decimos que el lugar se cubrió, sin que cuente como un rechazo.',
    button: 'Marcar como cubierta',
    said: { title: 'Vacante cubierta', text: 'Avisamos a quienes esperaban.' },
  },
} as const

export const VacancyMoves = ({ one, onEdit }: { one: HostVacancy; onEdit: () => void }) => {
  const [confirming, setConfirming] = useState<'close' | 'fill'>()
  const at = { params: { id: one.id }, body: { version: one.version } }
  const publish = useMove(() => call(contract.publishVacancy, at), {
    title: 'Vacante publicada',
    text: 'La ven profesionales cerca de tu espacio por 30 días.',
  })
  const pause = useMove(() => call(contract.pauseVacancy, at), {
    title: 'En pausa',
    text: 'No recibe postulaciones nuevas. Las que llegaron siguen en pie.',
  })
  const resume = useMove(() => call(contract.resumeVacancy, at), { title: 'Publicada otra vez' })
  const renew = useMove(() => call(contract.renewVacancy, at), { title: 'Renovada por 30 días' })
  const busy = publish.isPending || pause.isPending || resume.isPending || renew.isPending
  /** Moves that another step resolves first are hidden; moves that are blocked now are shown. */
  const button = (
    move: VacancyMove,
    label: string,
    act: () => void,
    tone: 'primary' | 'secondary' | 'quiet',
  ) => {
    const known = one.moves.find((other) => other.move === move)
    const from: readonly string[] = vacancyMovesContract.vacancyMoves[move].from
    if (known === undefined || !from.includes(one.status)) return null
    // A renewal that is not possible yet needs no explanation.
    if (move === 'renew' && !known.allowed) return null
    return (
      <Button
        size="small"
        tone={tone}
        disabled={busy && known.allowed}
        blocked={known.allowed ? undefined : known.reason}
        onClick={act}
      >
        {label}
        <span className="sr-only">: {one.title}</span>
      </Button>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        {button('publish', 'Publicar', () => publish.mutate(undefined), 'secondary')}
        {button('resume', 'Volver a publicar', () => resume.mutate(undefined), 'secondary')}
        {one.status === 'expired'
          ? button('renew', 'Renovar 30 días', () => renew.mutate(undefined), 'secondary')
          : null}
        {button('edit', 'Editar', onEdit, 'secondary')}
        {one.status === 'published'
          ? button('renew', 'Renovar', () => renew.mutate(undefined), 'secondary')
          : null}
        {button('pause', 'Pausar', () => pause.mutate(undefined), 'secondary')}
        {button('fill', 'Ya se cubrió', () => setConfirming('fill'), 'secondary')}
        {button(
          'close',
          one.status === 'draft' ? 'Descartar' : 'Cerrar',
          () => setConfirming('close'),
          'quiet',
        )}
        {one.status === 'filled' || one.status === 'closed' ? (
          <Link {...paths.hostApplications()} className={buttonClass({ tone: 'secondary', size: 'small' })}>
            Ver mis solicitudes
          </Link>
        ) : null}
      </div>
      {confirming === undefined ? null : (
        <ConfirmDialog one={one} what={confirming} onClose={() => setConfirming(undefined)} />
      )}
    </>
  )
}

const ConfirmDialog = ({
  one,
  what,
  onClose,
}: {
  one: HostVacancy
  what: 'close' | 'fill'
  onClose: () => void
}) => {
  const { title, text, button, said } = confirmations[what]
  const move = useMove(
    () =>
      call(what === 'close' ? contract.closeVacancy : contract.fillVacancy, {
        params: { id: one.id },
        body: { version: one.version },
      }),
    said,
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={one.status === 'draft' ? '¿Descartar este borrador?' : title}
      description={one.status === 'draft' ? undefined : text}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button
            tone={what === 'close' ? 'danger' : 'primary'}
            busy={move.isPending}
            onClick={() => move.mutate(undefined)}
          >
            {one.status === 'draft' ? 'Descartar' : button}
          </Button>
        </>
      }
    >
      <p className="font-semibold">{one.title}</p>
      {one.funnel.open === 0 ? null : (
        <p className="mt-1 text-muted">
          {one.funnel.open === 1
            ? 'Una persona espera respuesta.'
            : `${one.funnel.open} personas esperan respuesta.`}
        </p>
      )}
    </Dialog>
  )
}
