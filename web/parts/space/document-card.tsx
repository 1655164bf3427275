import { useQueryClient } from '@tanstack/react-query'
import { FileText, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { documentMaxBytes, type DocumentStatus, documentStatuses } from '#contract/platform/document.ts'
import {
  type DocumentKind,
  documentKinds,
  removeDocument,
  type SpaceDocument,
  uploadDocument,
} from '#contract/space/space-document.ts'
import type { Space } from '#contract/space/space.ts'
import { ApiError, call } from '#web/api.ts'
import { spaceReading } from '#web/parts/space/use-step.ts'
import { upload } from '#web/upload.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

const toneOf: Readonly<Record<DocumentStatus, BadgeTone>> = {
  uploaded: 'plain',
  in_review: 'maiz',
  valid: 'agave',
  expiring: 'maiz',
  expired: 'chile',
  rejected: 'chile',
}

export const DocumentCard = ({
  space,
  kind,
  needed,
  current,
}: {
  space: Space
  kind: DocumentKind
  needed: boolean
  current: SpaceDocument | undefined
}) => {
  const { share, problem, send, remove } = useDocument(space, kind)
  const input = useRef<HTMLInputElement>(null)
  const form = useForm({ initial: () => ({ until: '' }) })
  const { until } = form.values
  const { label, text } = documentKinds[kind]
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">
          {label}
          {needed ? null : <span className="text-base font-normal text-muted"> (opcional)</span>}
        </h2>
        {current ? <Badge tone={toneOf[current.status]}>{documentStatuses[current.status]}</Badge> : null}
      </div>
      <p className="text-muted">{text}</p>
      {current ? <DocumentFile spaceId={space.id} current={current} /> : null}
      {current?.reason ? (
        <p className="rounded-md bg-chile-soft px-4 py-2.5 text-chile">{current.reason}</p>
      ) : null}
      {problem === '' ? null : (
        <p role="alert" className="text-sm font-medium text-chile">
          {problem}
        </p>
      )}
      {share === undefined ? null : (
        <progress
          aria-label={`Subiendo ${label}`}
          max={1}
          value={share}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-barro [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-barro"
        />
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={current === undefined ? 'Vence el' : 'El nuevo vence el'}
          required={false}
          className="w-44"
        >
          {(control) => <Input {...control} type="date" {...form.text('until')} />}
        </Field>
        <Button tone="secondary" busy={share !== undefined} onClick={() => input.current?.click()}>
          <FileUp aria-hidden className="size-5" />
          {current === undefined ? 'Subir' : 'Cambiar'}
          <span className="sr-only"> {label}</span>
        </Button>
        {current === undefined ? null : (
          <Button tone="quiet" onClick={() => remove(current.id)}>
            Quitar<span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={`Elegir archivo: ${label}`}
        accept="application/pdf,image/jpeg,image/png,image/webp"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) send(file, until)
        }}
      />
    </li>
  )
}

/** Uploads and removes the file of a document; `share` is the fraction uploaded. */
const useDocument = (space: Space, kind: DocumentKind) => {
  const queryClient = useQueryClient()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState('')
  const fresh = () => queryClient.invalidateQueries({ queryKey: spaceReading(space.id).queryKey })
  const attempt = async (run: () => Promise<unknown>) => {
    setProblem('')
    try {
      await run()
      await fresh()
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal
      setProblem(refusal.message)
    }
    setShare(undefined)
  }
  const send = (file: File, until: string) => {
    if (file.size > documentMaxBytes) return setProblem('El archivo pesa demasiado. El máximo es 8 MB.')
    setShare(0)
    return void attempt(async () => {
      const body = { kind, fileName: file.name.slice(-120), ...(until === '' ? {} : { validUntil: until }) }
      await upload(uploadDocument, { params: { id: space.id }, body, file }, setShare)
      toast('Documento guardado', undefined, 'good')
    })
  }
  const remove = (document: string) =>
    void attempt(() => call(removeDocument, { params: { id: space.id, document } }))
  return { share, problem, send, remove }
}

const DocumentFile = ({ spaceId, current }: { spaceId: number; current: SpaceDocument }) => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <a
      href={`/api/spaces/${spaceId}/documents/${current.id}/file`}
      className="inline-flex min-h-11 items-center gap-2 font-medium underline underline-offset-4"
    >
      <FileText aria-hidden className="size-4.5" />
      <span className="break-all">{current.fileName}</span>
    </a>
    {current.validUntil === null ? null : (
      <span className="text-muted">Vence el {dateText(current.validUntil)}</span>
    )}
  </p>
)

const dateText = (date: string) =>
  new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T12:00:00Z`),
  )
