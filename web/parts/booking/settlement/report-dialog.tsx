import * as disputeMoves from '#contract/booking/settlement/dispute-moves.ts'
import * as disputeSubject from '#contract/booking/settlement/dispute-subject.ts'
import type { DisputeSide, DisputeSubject } from '#contract/booking/settlement/dispute-subject.ts'
import { useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import * as contract from '#contract/booking/settlement/dispute.ts'
import { call } from '#web/api.ts'
import { AbsenceChoice } from '#web/parts/booking/settlement/absence-choice.tsx'
import { PhotoPicker, type Shown } from '#web/parts/booking/settlement/photos.tsx'
import { sendProblemPhoto, sentPhotos, useProblemRequest } from '#web/parts/booking/settlement/use-dispute.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'

type Props = {
  booking: Pick<Booking, 'id' | 'place'>
  as: DisputeSide
  token: string | undefined
  /** The subject is already known. */
  only?: DisputeSubject
  /** For a host: the visit, whose professional may not have come. */
  absenceOf?: Booking
  onClose: () => void
}
type Photos = readonly Shown[]
type Said = { subject: DisputeSubject | null; statement: string; photos: string[]; proofs: string[] }
const nothingSaid: Said = { subject: null, statement: '', photos: [], proofs: [] }

/** What did not go as agreed, in words and with evidence. */
export default function ReportDialog({ booking: one, as, token, only, absenceOf, onClose }: Props) {
  const report = useReport({ one, as, only, token, onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={only === 'overtime' ? 'No me quedé ese tiempo' : 'Reportar un problema'}
      description={`Mientras se decide, solo espera la parte del pago que reportas. La otra parte responde y, si no están de acuerdo, decide Kalli. ${as === 'host' ? 'Es un solo reporte por cita, y lo más que recibes es su renta.' : 'No hay multas.'}`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cerrar
          </Button>
          {report.isAbsence ? null : (
            <Button
              busy={report.sending.isPending}
              blocked={report.missing}
              onClick={() =>
                report.subject !== undefined &&
                report.sending.mutate({
                  subject: report.subject,
                  statement: report.statement,
                  photos: report.form.values.photos,
                  proofs: report.form.values.proofs,
                })
              }
            >
              {only === 'overtime' ? 'Enviar' : 'Enviar reporte'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {only === undefined ? (
          <Subjects as={as} one={one} report={report} hasAbsence={absenceOf !== undefined} />
        ) : null}
        {report.isAbsence && absenceOf !== undefined ? (
          <AbsenceChoice booking={absenceOf} />
        ) : (
          <ReportFields report={report} />
        )}
      </div>
    </Dialog>
  )
}

/** The report, saved as a draft, and what is still missing. */
const useReport = ({
  one,
  as,
  only,
  token,
  onClose,
}: {
  one: Props['booking']
  as: Props['as']
  only: Props['only']
  token: Props['token']
  onClose: Props['onClose']
}) => {
  const draftName = `problem-${one.id}-${as}-${only ?? 'any'}`
  const form = useForm({ initial: nothingSaid, draft: draftName })
  const [isAbsence, setAbsence] = useState(false)
  const { statement } = form.values
  const subject = only ?? form.values.subject ?? undefined
  const photos = sentPhotos(one.id, form.values.photos, token)
  const proofs = sentPhotos(one.id, form.values.proofs, token)
  const show = (which: 'photos' | 'proofs') => (next: (before: Photos) => Photos) =>
    form.change((before) => ({
      ...before,
      [which]: next(sentPhotos(one.id, before[which], token)).map(({ id }) => id),
    }))
  const sending = useProblemRequest(
    (body: { subject: DisputeSubject; statement: string; photos: string[]; proofs: string[] }) =>
      call(contract.openDispute, {
        params: { id: one.id },
        query: token === undefined ? {} : { t: token },
        body: { as, ...body },
      }),
    [
      'Problema reportado',
      'La otra parte tiene 48 horas para responder. Lo que está en duda queda en pausa.',
    ],
    () => {
      form.accept()
      onClose()
    },
  )
  const rule = subject === undefined ? undefined : disputeSubject.subjectOf(subject)
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
  const choose = (chosen: DisputeSubject | null) => {
    setAbsence(chosen === null)
    if (chosen !== null) form.put({ subject: chosen })
  }
  return {
    sending,
    missing,
    subject,
    statement,
    form,
    rule,
    send,
    photos,
    show,
    proofs,
    isAbsence,
    choose,
  }
}

type Report = ReturnType<typeof useReport>

/** What happened; for a host also that the professional did not come, which is no report but ends the visit. */
const Subjects = ({
  as,
  one,
  report,
  hasAbsence,
}: {
  as: Props['as']
  one: Props['booking']
  report: Report
  hasAbsence: boolean
}) => (
  <fieldset className="flex flex-col gap-1">
    <legend className="mb-1.5 text-[0.9375rem] font-semibold">Qué pasó</legend>
    {hasAbsence ? (
      <Radio
        name="subject"
        value="absence"
        checked={report.isAbsence}
        onChange={() => report.choose(null)}
        label="No llegó"
      />
    ) : null}
    {disputeMoves.subjectsOf(as, { atSpace: one.place.spaceId !== null }).map((name) => (
      <Radio
        key={name}
        name="subject"
        value={name}
        checked={!report.isAbsence && report.subject === name}
        onChange={() => report.choose(name)}
        label={disputeSubject.subjectOf(name).label}
      />
    ))}
  </fieldset>
)

const ReportFields = ({ report }: { report: Report }) => (
  <>
    {report.rule === undefined ? null : <p className="text-[0.9375rem] text-muted">{report.rule.hint}</p>}
    <Field label="Cuéntalo" hint="Lo lee la otra parte y quien decide.">
      {(control) => (
        <TextArea
          {...control}
          rows={4}
          maxLength={1000}
          value={report.statement}
          onChange={({ target: { value } }) => report.form.put({ statement: value })}
        />
      )}
    </Field>
    <PhotoPicker
      send={report.send}
      label={report.rule?.photos === 1 ? 'Fotos' : 'Fotos (opcional)'}
      hint={`Hasta ${contract.maxDisputePhotos}. Se guardan sin el lugar donde se tomaron.`}
      shown={report.photos}
      onChange={report.show('photos')}
    />
    {report.rule?.thirdParty ? (
      <PhotoPicker
        send={report.send}
        label="Prueba de alguien más"
        hint="Foto de una nota, un presupuesto o un dictamen."
        shown={report.proofs}
        onChange={report.show('proofs')}
      />
    ) : null}
    {report.sending.isError ? (
      <p role="alert" className="font-medium text-chile">
        {report.sending.error.message}
      </p>
    ) : null}
  </>
)
