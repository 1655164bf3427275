import { ImagePlus, SendHorizontal } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type Conversation, talk } from '#contract/conversation/conversation.ts'
import type { Outbox } from '#web/parts/conversation/outbox.ts'
import { IconButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { toastError } from '#web/ui/toast.ts'

const maxBytes = 8 * 1024 * 1024
const tooHeavy = 'El máximo es 8 MB.'

/** The message field, or why the user may not write. The input is stored until it is sent, also across reloads. */
export const Composer = ({ draft, read, outbox }: { draft: string; read: Conversation; outbox: Outbox }) => {
  const form = useForm({ initial: { text: '' }, draft })
  const [isHeavy, setHeavy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const id = useId()
  if (!read.mayWrite.allowed)
    return (
      <p className="mt-3 rounded-md bg-sunk px-4 py-3 text-center text-[0.9375rem] text-muted">
        {read.mayWrite.reason}
      </p>
    )
  const submit = () => {
    setHeavy(false)
    const said = form.current().text.trim()
    if (said === '') return field.current?.focus()
    outbox.say(said)
    form.accept()
    field.current?.focus()
  }
  const show = (file: File | undefined) => {
    if (files.current !== null) files.current.value = ''
    if (file === undefined) return
    setHeavy(file.size > maxBytes)
    if (file.size > maxBytes) return toastError('Foto muy pesada', tooHeavy)
    outbox.show(file)
  }
  return (
    <>
      <FormError of={isHeavy ? tooHeavy : undefined} />
      <Form
        aria-label="Escribir un mensaje"
        className="flex items-end gap-1.5 pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <input
          ref={files}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          tabIndex={-1}
          aria-label="Elegir una foto"
          className="sr-only"
          onChange={({ currentTarget }) => show(currentTarget.files?.[0])}
        />
        <IconButton label="Enviar una foto" className="size-12" onClick={() => files.current?.click()}>
          <ImagePlus aria-hidden />
        </IconButton>
        <label htmlFor={id} className="sr-only">
          Mensaje para {read.other.name}
        </label>
        <TextArea
          id={id}
          ref={field}
          name="text"
          rows={1}
          maxLength={talk.maxCharacters}
          placeholder="Escribe un mensaje"
          enterKeyHint="send"
          autoComplete="off"
          {...form.text('text')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || hasNoKeys())
              return
            event.preventDefault()
            submit()
          }}
          className="field-sizing-content max-h-36 resize-none"
        />
        <button
          type="submit"
          aria-label="Enviar"
          title="Enviar"
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-md bg-barro text-on-barro transition-colors hover:bg-barro-deep [&_svg]:size-5"
        >
          <SendHorizontal aria-hidden />
        </button>
      </Form>
    </>
  )
}

/** On a touch screen Enter is a new line. */
const hasNoKeys = () => window.matchMedia('(pointer: coarse)').matches
