import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copied, copyChoices } from '#web/parts/time/copy-hours.ts'

type Window = { weekday: number; fromMinute: number; toMinute: number }

/** "Copiar a…": each line names the days it changes and opens. It fills the form; saving is up to the form. */
export const CopyDay = ({
  name,
  weekday,
  weekly,
  onChange,
}: {
  /** "Martes" */
  name: string
  weekday: number
  weekly: readonly Window[]
  onChange: (weekly: Window[]) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState('')
  const choices = copyChoices(weekday, weekly)
  return (
    <>
      {choices.length === 0 ? null : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-jacaranda"
        >
          <Copy aria-hidden className="size-4.5 shrink-0" />
          Copiar a…
          <span className="sr-only"> (el horario del {name.toLowerCase()})</span>
        </button>
      )}
      <p role="status" className={done === '' ? 'sr-only' : 'w-full text-sm text-muted'}>
        {done}
      </p>
      {isOpen && choices.length > 0 ? (
        <ul className="w-full rounded-md border border-line bg-surface px-3 py-1">
          {choices.map(({ text, days }) => (
            <li key={text}>
              <button
                type="button"
                className="min-h-11 w-full text-left text-[0.9375rem] font-medium hover:text-jacaranda"
                onClick={() => {
                  onChange(copied(weekday, weekly, days))
                  setDone(`${text.replace('Copiar', 'Copiado')}. Se guarda con el botón de guardar.`)
                  setOpen(false)
                }}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
