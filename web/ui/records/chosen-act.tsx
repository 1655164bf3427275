import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

type Words = {
  /** "2 elegidas" */
  chosen: readonly [one: string, many: string]
  /** The label on the bar, and in the dialog with its question. */
  button: string
  act: string
  keep: string
  asks: (count: number) => string
  done: readonly [one: string, many: string]
}

/**
 * A bulk action on the selected rows, confirmed once. Each row is a call of its own, so that a row that changed meanwhile stops no other.
 * `refresh` also runs where some were refused.
 */
export const ChosenAct = <T,>({
  picked,
  nameOf,
  words: { chosen, button, act, keep, asks, done },
  note,
  tone = 'danger',
  run,
  refresh,
  onDone,
}: {
  picked: readonly T[]
  nameOf: (one: T) => string
  words: Words
  /** The effect, where the question does not state it. */
  note?: string
  tone?: ButtonLook['tone']
  run: (one: T) => Promise<unknown>
  refresh: () => Promise<unknown>
  onDone: () => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const word = (of: readonly [string, string]) => (picked.length === 1 ? of[0] : of[1])
  const acting = useMutation({
    mutationFn: async () => {
      const answers = await Promise.allSettled(picked.map(run))
      await refresh()
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      if (refused[0] !== undefined) throw refused[0]
    },
    onSuccess: () => {
      toast(word(done), undefined, 'good')
      setOpen(false)
      onDone()
    },
  })
  if (picked.length === 0) return null
  return (
    <div className="sticky top-20 z-10 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2 shadow-card">
      <p className="font-semibold">
        {picked.length} {word(chosen)}
      </p>
      <span className="flex gap-2">
        <Button tone="quiet" size="small" onClick={onDone}>
          Soltar
        </Button>
        <Button tone={tone} size="small" onClick={() => setOpen(true)}>
          {button}
        </Button>
      </span>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={asks(picked.length)}
        description={picked.map(nameOf).join(', ')}
        error={acting.error}
        actions={
          <>
            <Button tone="secondary" onClick={() => setOpen(false)}>
              {keep}
            </Button>
            <Button tone={tone} busy={acting.isPending} onClick={() => acting.mutate()}>
              {act}
            </Button>
          </>
        }
      >
        {note === undefined ? null : <p className="text-muted">{note}</p>}
      </Dialog>
    </div>
  )
}
