import { MessageSquareText } from 'lucide-react'

/** The note of a booking: the client's for the professional, or the professional's own for an appointment of their agenda. */
export const ClientNote = ({ note, as }: { note: string | null; as: 'client' | 'professional' }) =>
  note === null ? null : (
    <p className="flex items-start gap-2.5 rounded-md bg-sunk px-4 py-2.5 text-[0.9375rem] wrap-anywhere">
      <MessageSquareText aria-hidden className="mt-0.5 size-4.5 shrink-0 text-barro" />
      <span>
        <span className="font-semibold">{as === 'client' ? 'Nota: ' : 'Nota de la cita: '}</span>
        <span className="whitespace-pre-line">{note}</span>
      </span>
    </p>
  )
