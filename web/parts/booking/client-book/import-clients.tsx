import { useRef } from 'react'
import type { ImportLook } from '#contract/booking/client/client-import.ts'
import { useImport } from '#web/parts/booking/client-book/use-import.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import Fold from '#web/ui/fold.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

/** Imports a file of contacts, after a preview; and exports the whole book as a file. */
export default function ImportClients({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { file, look, take, choose, addsDoubtful, setAddsDoubtful } = useImport()
  const seen = look.data
  const changes = seen === undefined ? 0 : seen.added + seen.same + (addsDoubtful ? seen.doubtful.length : 0)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Importar y exportar"
      description="De Fresha, Booksy, AgendaPro o tus contactos de Google y Apple: un archivo CSV o vCard (.vcf)."
      error={look.error ?? take.error}
      actions={
        take.data !== undefined ? (
          <Button onClick={onClose}>Ver mis clientes</Button>
        ) : seen === undefined ? undefined : (
          <>
            <Button tone="secondary" onClick={() => input.current?.click()}>
              Elegir otro archivo
            </Button>
            <Button
              busy={take.isPending}
              blocked={changes === 0 ? 'No hay nada que agregar.' : undefined}
              onClick={() => take.mutate()}
            >
              Importar
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <input
          ref={input}
          type="file"
          accept=".csv,.vcf,.txt,text/csv,text/vcard"
          aria-label="Archivo de clientes"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            target.value = ''
            if (chosen !== undefined) choose(chosen)
          }}
        />
        <div role="status" className="flex flex-col gap-3 empty:hidden">
          {take.data !== undefined ? (
            <Taken added={take.data.added} filled={take.data.filled} />
          ) : look.isPending || take.isPending ? (
            <Underway name={file?.name ?? ''} step={take.isPending ? 2 : 1} />
          ) : seen === undefined ? null : (
            <Counts seen={seen} />
          )}
        </div>
        {seen === undefined || take.data !== undefined ? null : (
          <Details seen={seen} addsDoubtful={addsDoubtful} onAddDoubtful={setAddsDoubtful} />
        )}
        {seen === undefined && !look.isPending ? (
          <div className="flex flex-col items-start gap-3">
            <Button onClick={() => input.current?.click()}>Elegir archivo</Button>
            <a
              href="/api/professional/tables/clients"
              download
              className={buttonClass({ tone: 'secondary' })}
            >
              Descargar todos (CSV)
            </a>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

const Underway = ({ name, step }: { name: string; step: 1 | 2 }) => (
  <>
    <p className="wrap-anywhere">
      {step === 1 ? `Leyendo ${name} y comparando con tu libreta…` : 'Guardando tus clientes…'}
    </p>
    <progress
      max={3}
      value={step}
      aria-label="Avance de la importación"
      className="w-full accent-jacaranda"
    />
  </>
)

const Taken = ({ added, filled }: { added: number; filled: number }) => (
  <>
    <p className="font-semibold">
      {added === 1 ? '1 cliente nuevo' : `${added} clientes nuevos`}
      {filled === 0 ? '.' : ` y ${filled} con datos completados.`}
    </p>
    <p className="text-muted">Durante una semana puedes deshacerlo desde tu libreta.</p>
  </>
)

const Counts = ({ seen }: { seen: ImportLook }) => (
  <dl className="grid grid-cols-3 gap-3 text-center">
    {(
      [
        ['Nuevos', seen.added],
        ['Ya están', seen.same],
        ['En duda', seen.doubtful.length],
      ] as const
    ).map(([label, count]) => (
      <div key={label} className="flex flex-col-reverse rounded-md bg-sunk px-2 py-3">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="figures font-display text-2xl font-semibold">{count}</dd>
      </div>
    ))}
  </dl>
)

const Details = ({
  seen,
  addsDoubtful,
  onAddDoubtful,
}: {
  seen: ImportLook
  addsDoubtful: boolean
  onAddDoubtful: (adds: boolean) => void
}) => (
  <>
    {seen.sample.length === 0 ? null : (
      <p className="text-sm text-muted wrap-anywhere">
        Por ejemplo:{' '}
        {seen.sample.map(({ name, phone }) => (phone === '' ? name : `${name} (${phone})`)).join(', ')}.
      </p>
    )}
    {seen.same === 0 ? null : (
      <p className="text-sm text-muted">A quienes ya están solo se les agrega lo que les falta.</p>
    )}
    {seen.doubtful.length === 0 ? null : (
      <section aria-label="En duda" className="flex flex-col gap-1">
        <Lines label={`En duda: ${seen.doubtful.length}`} lines={seen.doubtful} />
        <Checkbox
          label="Agregarlos también, como clientes nuevos"
          checked={addsDoubtful}
          onChange={({ target }) => onAddDoubtful(target.checked)}
        />
      </section>
    )}
    {seen.problems.length === 0 ? null : (
      <Lines label={`Líneas que revisar: ${seen.problems.length}`} lines={seen.problems} />
    )}
    {seen.unread.length === 0 ? null : (
      <p className="text-sm text-muted wrap-anywhere">
        Columnas que no se importan: {seen.unread.join(', ')}.
      </p>
    )}
  </>
)

const Lines = ({ label, lines }: { label: string; lines: ImportLook['problems'] }) => (
  <Fold label={label}>
    <ul className="flex flex-col gap-1.5 text-sm">
      {lines.map(({ line, text }) => (
        <li key={line} className="wrap-anywhere">
          <span className="text-muted">Línea {line}.</span> {text}
        </li>
      ))}
    </ul>
  </Fold>
)
