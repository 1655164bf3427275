import { useState } from 'react'
import type { Booking } from '#contract/booking.ts'
import * as contract from '#contract/dispute.ts'
import type { DisputeSide, DisputeSubject } from '#contract/dispute.ts'
import { call } from '#web/api.ts'
import { PhotoPicker, type Shown } from '#web/parts/deposit/photos.tsx'
import { sendProblemPhoto, useProblemWish } from '#web/parts/dispute/use-dispute.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'

type Props = {
  booking: Pick<Booking, 'id' | 'place'>
  as: DisputeSide
  token: string | undefined
  /** What is meant is known already. */
  only?: DisputeSubject
  onClose: () => void
}
type Photos = readonly Shown[]

/** What went otherwise than agreed, in words and with what shows it. */
export default function ReportDialog({ booking: one, as, token, only, onClose }: Props) {
  const [subject, setSubject] = useState<DisputeSubject | undefined>(only)
  const [statement, setStatement] = useState('')
  const [photos, setPhotos] = useState<Photos>([])
  const [proofs, setProofs] = useState<Photos>([])
  const sending = useProblemWish(
    (body: { subject: DisputeSubject; statement: string; photos: string[]; proofs: string[] }, options) =>
      call(
        contract.openDispute,
        {
          params: { id: one.id },
          query: token === undefined ? {} : { t: token },
          body: { as, ...body },
        },
        options,
      ),
    [
      'Problema reportado',
      'La otra parte tiene 48 horas para responder. Lo que está en duda queda en pausa.',
    ],
    onClose,
  )
  const rule = subject === undefined ? undefined : contract.subjectOf(subject)
  const missing =
    rule === undefined
      ? 'Elige qué pasó.'
      : statement.trim() === ''
        ? 'Cuenta qué pasó.'
        : photos.length < rule.photos
          ? 'Agrega al menos una foto.'
          : rule.thirdParty && proofs.length === 0
            ? 'Agrega la prueba de alguien más.'
            : undefined
  const send = sendProblemPhoto(one.id, as, token)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={only === 'overtime' ? 'Objetar tiempo extra' : 'Reportar un problema'}
      description="Solo queda en pausa el cobro del que hablas. La otra parte responde y, si no están de acuerdo, decide Kalli. No hay multas."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cerrar
          </Button>
          <Button
            busy={sending.isPending}
            blocked={missing}
            onClick={() =>
              subject !== undefined &&
              sending.mutate({
                subject,
                statement,
                photos: photos.map(({ id }) => id),
                proofs: proofs.map(({ id }) => id),
              })
            }
          >
            {only === 'overtime' ? 'Enviar objeción' : 'Enviar reporte'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {only === undefined ? (
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1.5 text-[0.9375rem] font-semibold">Qué pasó</legend>
            {contract.subjectsOf(as, { atSpace: one.place.spaceId !== null }).map((name) => (
              <Radio
                key={name}
                name="subject"
                value={name}
                checked={subject === name}
                onChange={() => setSubject(name)}
                label={contract.subjectOf(name).label}
              />
            ))}
          </fieldset>
        ) : null}
        {rule === undefined ? null : <p className="text-[0.9375rem] text-muted">{rule.hint}</p>}
        <Field label="Cuéntalo" hint="Lo lee la otra parte y quien decide.">
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              maxLength={1000}
              value={statement}
              onChange={(event) => setStatement(event.target.value)}
            />
          )}
        </Field>
        <PhotoPicker
          send={send}
          label={rule?.photos === 1 ? 'Fotos' : 'Fotos (opcional)'}
          hint={`Hasta ${contract.mostDisputePhotos}. Se guardan sin el lugar donde se tomaron.`}
          shown={photos}
          onChange={setPhotos}
        />
        {rule?.thirdParty ? (
          <PhotoPicker
            send={send}
            label="Prueba de alguien más"
            hint="Foto de una nota, un presupuesto o un dictamen."
            shown={proofs}
            onChange={setProofs}
          />
        ) : null}
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {sending.error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
