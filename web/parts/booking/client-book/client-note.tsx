import { Lock } from 'lucide-react'
import { noteMax, type ClientNote } from '#contract/booking/client/own-client.ts'
import { useNote } from '#web/parts/booking/client-book/use-note.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'

/** The professional's private note; saved automatically. */
export const PrivateNote = ({ clientId, note }: { clientId: number; note: ClientNote }) => {
  const { text, saving, type, retry, keep, take } = useNote(clientId, note)
  const said = {
    kept: text === '' ? '' : 'Guardado',
    waiting: 'Guardando…',
    saving: 'Guardando…',
    offline: 'Sin conexión: queda en esta pestaña y se guarda sola.',
    stale: `Cambiaste esta nota en otro equipo.${saving.state === 'stale' && saving.problem ? ` ${saving.problem}` : ''}`,
    refused: saving.state === 'refused' ? saving.text : '',
  }[saving.state]
  return (
    <Card className="flex flex-col gap-3">
      <Field
        label="Nota privada"
        required={false}
        hint="Solo la lees tú: ni tu cliente ni el espacio la ven."
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={noteMax}
            value={text}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="flex min-h-6 items-center gap-2 text-sm text-muted">
        {said === '' ? null : (
          <>
            <Lock aria-hidden className="size-4 shrink-0" />
            {said}
          </>
        )}
      </p>
      {saving.state === 'stale' ? (
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => void keep()}>
            Guardar lo de aquí
          </Button>
          <Button tone="secondary" size="small" onClick={() => void take()}>
            Ver la otra
          </Button>
        </div>
      ) : saving.state === 'refused' ? (
        <div>
          <Button tone="secondary" size="small" onClick={retry}>
            Intentar de nuevo
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
