import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileCheck2, Upload } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/hiring/document.ts'
import { documentStatuses } from '#contract/platform/document.ts'
import type { PersonalDocument, PersonalDocumentKind } from '#contract/hiring/document.ts'
import { dateText } from '#contract/platform/short-date.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const kinds = contract.personalDocumentKinds

const tones: Readonly<Record<PersonalDocument['status'], BadgeTone>> = {
  uploaded: 'plain',
  in_review: 'jacaranda',
  valid: 'agave',
  expiring: 'maiz',
  expired: 'chile',
  rejected: 'chile',
}

/** The professional's documents: the current one, its expiry, and the upload of the next copy. */
export const MyDocuments = () => {
  const answer = useQuery({ ...reading(contract.personalDocumentsOfMine), refetchInterval: 20_000 })
  const [adding, setAdding] = useState<PersonalDocumentKind>()
  if (answer.isPending) return <Skeleton className="h-60 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return (
    <div className="flex flex-col gap-5">
      <p className="measure text-muted">
        Hay espacios que piden documentos para trabajar ahí. Solo tú y quien los revisa ven los archivos; el
        anfitrión ve cuáles tienes y hasta cuándo.
      </p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {kinds.map((kind) => {
          const own = answer.data.filter((one) => one.kind === kind)
          return (
            <li key={kind} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
              <div>
                <h2 className="flex items-center gap-2 font-sans text-base font-semibold tracking-normal">
                  <FileCheck2 aria-hidden className="size-5 text-barro" />
                  {contract.personalDocuments[kind].label}
                </h2>
                <p className="text-sm text-muted">{contract.personalDocuments[kind].text}</p>
              </div>
              {own.map((one) => (
                <Own key={one.id} one={one} />
              ))}
              <Button
                size="small"
                tone="secondary"
                className="self-start"
                onClick={() => setAdding(kind)}
                aria-label={`${own.length === 0 ? 'Subir' : 'Subir una nueva'}: ${contract.personalDocuments[kind].label}`}
              >
                <Upload aria-hidden className="size-5" />
                {own.length === 0 ? 'Subir' : 'Subir una nueva'}
              </Button>
            </li>
          )
        })}
      </ul>
      {adding === undefined ? null : <Add kind={adding} onClose={() => setAdding(undefined)} />}
    </div>
  )
}

const Own = ({ one }: { one: PersonalDocument }) => {
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: () => call(contract.removePersonalDocument, { params: { id: one.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(contract.personalDocumentsOfMine) }),
    onError: (problem) => toastError('No se pudo', problem.message),
  })
  return (
    <div className="rounded-md bg-sunk px-3.5 py-2.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[one.status]}>{documentStatuses[one.status]}</Badge>
        {one.validTo === null ? null : <span className="text-sm">Hasta el {dateText(one.validTo)}</span>}
        {one.number === '' ? null : <span className="figures text-sm text-muted">Núm. {one.number}</span>}
      </p>
      {one.rejectedReason === null ? null : <p className="mt-1 text-sm text-chile">{one.rejectedReason}</p>}
      <FormError of={removing.error} />
      <p className="mt-1 flex flex-wrap gap-x-2">
        <a
          href={`/api/professional/documents/${one.id}/file`}
          className={buttonClass({ tone: 'quiet', size: 'small' }, 'px-2!')}
        >
          Descargar
        </a>
        <Button
          tone="quiet"
          size="small"
          className="px-2!"
          busy={removing.isPending}
          onClick={() => removing.mutate()}
        >
          Quitar
        </Button>
      </p>
    </div>
  )
}

const Add = ({ kind, onClose }: { kind: PersonalDocumentKind; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  // The draft restores the typed values, but the file must be chosen again.
  const form = useForm({ initial: { number: '', validTo: '' }, draft: `document-${kind}` })
  const { number, validTo } = form.values
  const sending = useMutation({
    mutationFn: (file: File) =>
      call(contract.uploadPersonalDocument, {
        file,
        body: { kind, number, ...(validTo === '' ? {} : { validTo }) },
      }),
    onSuccess: async () => {
      form.accept()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.personalDocumentsOfMine) })
      toast('Documento subido', 'Lo revisamos y te avisamos.', 'good')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={contract.personalDocuments[kind].label}
      description="PDF, JPG, PNG o WebP de hasta 8 MB. El archivo es privado."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button
            busy={sending.isPending}
            blocked={file === undefined ? 'Elige un archivo.' : undefined}
            onClick={() => file !== undefined && sending.mutate(file)}
          >
            Subir documento
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Archivo" {...(sending.isError ? { error: sending.error.message } : {})}>
          {(control) => (
            <Input
              {...control}
              type="file"
              accept="application/pdf,image/jpeg,image/png,image/webp"
              onChange={({ target }) => setFile(target.files?.[0])}
            />
          )}
        </Field>
        <Field label="Número" required={false}>
          {(control) => <Input {...control} maxLength={40} {...form.text('number')} />}
        </Field>
        <Field label="Vigente hasta" required={false} hint="Déjalo vacío si no vence.">
          {(control) => <Input {...control} type="date" {...form.text('validTo')} />}
        </Field>
      </div>
    </Dialog>
  )
}
