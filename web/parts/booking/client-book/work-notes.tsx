import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/booking/client/work-note.ts'
import { type WorkNote, workTemplates } from '#contract/booking/client/work-note.ts'
import { reading } from '#web/api.ts'
import { WorkNoteEditor } from '#web/parts/booking/client-book/work-note-editor.tsx'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** What was done at each visit: formula, products, plan. Only the newest is open. */
export const WorkNotes = ({ clientId, firstName }: { clientId: number; firstName: string }) => {
  const answer = useQuery(reading(contract.workNotes, { params: { id: clientId } }))
  const [edits, setEdits] = useState<WorkNote | 'new'>()
  return (
    <section aria-labelledby="work-notes" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="work-notes" className="text-xl">
          Notas de trabajo
        </h2>
        <Button tone="secondary" size="small" onClick={() => setEdits('new')}>
          <NotebookPen aria-hidden className="size-4.5" />
          Agregar nota
        </Button>
      </div>
      {answer.isPending ? (
        <Skeleton className="h-16 rounded-lg" />
      ) : answer.data === undefined ? (
        <ErrorState text={answer.error?.message ?? ''} onRetry={() => void answer.refetch()} />
      ) : answer.data.length === 0 ? (
        <p className="text-muted">Fórmula, productos, lo que hiciste: se guarda cifrado y solo lo lees tú.</p>
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {answer.data.map((note, place) => (
            <li key={note.id}>
              <One note={note} isOpen={place === 0} firstName={firstName} onEdit={() => setEdits(note)} />
            </li>
          ))}
        </ol>
      )}
      {edits === undefined ? null : (
        <WorkNoteEditor
          clientId={clientId}
          note={edits === 'new' ? undefined : edits}
          last={answer.data?.[0]?.template}
          onClose={() => setEdits(undefined)}
        />
      )}
    </section>
  )
}

const One = ({
  note,
  isOpen,
  firstName,
  onEdit,
}: {
  note: WorkNote
  isOpen: boolean
  firstName: string
  onEdit: () => void
}) => {
  const { label, fields } = workTemplates[note.template]
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 py-2 marker:content-none">
        <span className="font-semibold first-letter:uppercase">{longDate(note.doneOn)}</span>
        <span className="text-sm text-muted">{label}</span>
        <span aria-hidden className="ml-auto text-muted transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <dl className="flex flex-col gap-2 pb-2">
        {fields.flatMap(({ id, label }) =>
          note.fields[id] === undefined ? [] : [<Pair key={id} label={label} text={note.fields[id]} />],
        )}
        {note.forClient === '' ? null : <Pair label={`Lo lee ${firstName}`} text={note.forClient} />}
      </dl>
      <Button
        tone="quiet"
        size="small"
        className="-ml-3.5 mb-2"
        aria-label={`Editar la nota del ${longDate(note.doneOn)}`}
        onClick={onEdit}
      >
        Editar
      </Button>
    </details>
  )
}

const Pair = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
  </div>
)
