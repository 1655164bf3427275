import { useQuery } from '@tanstack/react-query'
import { sharedNotes } from '#contract/booking/client/work-note.ts'
import { reading } from '#web/api.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Panel } from '#web/ui/page/panel.tsx'

/** Notes that professionals share with the client about their work; hidden if there are none. */
export const SharedNotes = () => {
  const { data = [] } = useQuery(reading(sharedNotes))
  if (data.length === 0) return null
  return (
    <Panel
      title="Lo que te escribieron tus profesionales"
      text="Cuidados y productos después de tus citas. También vienen en la copia de tus datos."
    >
      <ul className="flex flex-col divide-y divide-line">
        {data.map(({ professional, doneOn, text }, index) => (
          <li key={`${doneOn} ${index}`} className="py-3">
            <span className="block font-semibold">{professional}</span>
            <span className="block text-sm text-muted first-letter:uppercase">{longDate(doneOn)}</span>
            <span className="mt-1 block whitespace-pre-line wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
