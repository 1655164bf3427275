import { useQueryClient } from '@tanstack/react-query'
import { FileText, FileUp, Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import * as contract from '#contract/space/listing-steps.ts'
import { paperMostBytes, type PaperStatus, paperStatuses } from '#contract/platform/paper.ts'
import {
  type DocumentKind,
  documentKinds,
  removeDocument,
  requiredDocuments,
  type SpaceDocument,
  uploadDocument,
} from '#contract/space/space-document.ts'
import type { Space } from '#contract/space/space.ts'
import { ApiError, call } from '#web/api.ts'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { spaceReading, useStep } from '#web/parts/space/use-step.ts'
import { upload } from '#web/upload.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { toast } from '#web/ui/toast.ts'

const from = (space: Space) => ({ needles: space.needles, insured: space.insured })
type Typed = ReturnType<typeof from>
const check = (typed: Typed) => ({ body: typed, problems: {} })

const kinds = ['right_to_list', 'operating_notice', 'waste_disposal', 'insurance'] as const

export const StepLaw = ({ space }: { space: Space }) => {
  const step = useStep({
    space,
    from,
    check,
    send: (id, body) => call(contract.saveStep8, { params: { id }, body }),
  })
  const { typed, type } = step
  const needed = requiredDocuments({ ...space, ...typed })
  const shown = kinds.filter(
    (kind) => needed.includes(kind) || space.documents.some((one) => one.kind === kind),
  )
  // What is published may add what asks for a paper only once the paper is there; a draft is asked for it in its time.
  const others = space.status === 'draft' ? [] : kinds.filter((kind) => !shown.includes(kind))
  return (
    <StepFrame
      space={space}
      step={8}
      of={step}
      title="Lo legal"
      text="Los documentos del lugar. Los revisamos en menos de 48 horas y solo los ven tú y el equipo de Kalli."
    >
      <div className="flex flex-col">
        <Checkbox
          label="Se trabaja con agujas (tatuaje, acupuntura, toxina, sueros)"
          checked={typed.needles}
          onChange={(event) => type({ needles: event.target.checked })}
        />
        <Checkbox
          label="El local tiene seguro"
          checked={typed.insured}
          onChange={(event) => type({ insured: event.target.checked })}
        />
      </div>
      <ul className="flex flex-col gap-4">
        {shown.map((kind) => (
          <Paper
            key={kind}
            space={space}
            kind={kind}
            needed={needed.includes(kind)}
            paper={space.documents.find((one) => one.kind === kind)}
          />
        ))}
      </ul>
      {others.length === 0 ? null : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
            Otros documentos, antes de agregar masajes, faciales, salud, agujas o un seguro
          </summary>
          <ul className="mt-2 flex flex-col gap-4">
            {others.map((kind) => (
              <Paper key={kind} space={space} kind={kind} needed={false} paper={undefined} />
            ))}
          </ul>
        </details>
      )}
      <section
        aria-labelledby="house-contract"
        className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5"
      >
        <h2 id="house-contract" className="text-xl">
          Contrato de la casa
        </h2>
        <p className="text-muted">
          Lo armamos con lo que respondiste: lugar, precio, reglas y quién puede. Léelo, imprímelo y úsalo con
          quien rente.
        </p>
        <a
          href={`/api/spaces/${space.id}/house-contract.pdf`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
        >
          <FileText aria-hidden className="size-4.5" />
          Ver el contrato (PDF)<span className="sr-only"> en otra pestaña</span>
        </a>
      </section>
      <p className="flex items-start gap-2.5 text-sm text-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        Ningún profesional ni cliente puede abrir estos archivos.
      </p>
    </StepFrame>
  )
}

const toneOf: Readonly<Record<PaperStatus, BadgeTone>> = {
  uploaded: 'plain',
  in_review: 'maiz',
  valid: 'agave',
  expiring: 'maiz',
  expired: 'chile',
  rejected: 'chile',
}

const Paper = ({
  space,
  kind,
  needed,
  paper,
}: {
  space: Space
  kind: DocumentKind
  needed: boolean
  paper: SpaceDocument | undefined
}) => {
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number>()
  const [until, setUntil] = useState('')
  const [problem, setProblem] = useState('')
  const { label, text } = documentKinds[kind]
  const fresh = () => queryClient.invalidateQueries({ queryKey: spaceReading(space.id).queryKey })
  const attempt = async (run: () => Promise<unknown>) => {
    setProblem('')
    try {
      await run()
      await fresh()
    } catch (trouble) {
      if (!(trouble instanceof ApiError)) throw trouble
      setProblem(trouble.message)
    }
    setShare(undefined)
  }
  const send = (file: File) => {
    if (file.size > paperMostBytes) return setProblem('El archivo pesa demasiado. El máximo es 8 MB.')
    setShare(0)
    return void attempt(async () => {
      const body = { kind, fileName: file.name.slice(-120), ...(until === '' ? {} : { validUntil: until }) }
      await upload(uploadDocument, { params: { id: space.id }, body, file }, setShare)
      toast('Documento guardado', undefined, 'good')
    })
  }
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">
          {label}
          {needed ? null : <span className="text-base font-normal text-muted"> (opcional)</span>}
        </h2>
        {paper ? <Badge tone={toneOf[paper.status]}>{paperStatuses[paper.status]}</Badge> : null}
      </div>
      <p className="text-muted">{text}</p>
      {paper ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <a
            href={`/api/spaces/${space.id}/documents/${paper.id}/file`}
            className="inline-flex min-h-11 items-center gap-2 font-medium underline underline-offset-4"
          >
            <FileText aria-hidden className="size-4.5" />
            <span className="break-all">{paper.fileName}</span>
          </a>
          {paper.validUntil === null ? null : (
            <span className="text-muted">Vence el {dateText(paper.validUntil)}</span>
          )}
        </p>
      ) : null}
      {paper?.reason ? (
        <p className="rounded-md bg-chile-soft px-4 py-2.5 text-chile">{paper.reason}</p>
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
        <Field label="Vence el" required={false} className="w-44">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          )}
        </Field>
        <Button tone="secondary" busy={share !== undefined} onClick={() => input.current?.click()}>
          <FileUp aria-hidden className="size-5" />
          {paper === undefined ? 'Subir' : 'Cambiar'}
          <span className="sr-only"> {label}</span>
        </Button>
        {paper === undefined ? null : (
          <Button
            tone="quiet"
            onClick={() =>
              void attempt(() => call(removeDocument, { params: { id: space.id, document: paper.id } }))
            }
          >
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
          if (file !== undefined) send(file)
        }}
      />
    </li>
  )
}

const dateText = (date: string) =>
  new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T12:00:00Z`),
  )
