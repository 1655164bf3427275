import { useRef } from 'react'
import { useErrorReport } from '#web/ui/form-errors.ts'

/** The error of a form, shown in it. Announced once; a toast with the same text announces it instead. */
export const FormError = ({ of: error, id }: { of: Error | string | null | undefined; id?: string }) => {
  const box = useRef<HTMLDivElement>(null)
  const text = (typeof error === 'string' ? error : error?.message) ?? ''
  useErrorReport(box, text)
  return (
    <div ref={box} id={id} className="empty:hidden">
      {text === '' ? null : (
        <p data-error="" className="font-medium text-chile">
          {text}
        </p>
      )}
    </div>
  )
}

/** The error of a fieldset, shown inside it. */
export const GroupError = ({ text, id }: { text: string | null | undefined; id?: string }) => {
  const box = useRef<HTMLParagraphElement>(null)
  useErrorReport(box, Boolean(text), 'group')
  return text ? (
    <p ref={box} id={id} data-error="" className="text-sm font-medium text-chile">
      {text}
    </p>
  ) : null
}
