import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import * as contract from '#contract/professional/portfolio.ts'
import { maxItems, type PortfolioItem } from '#contract/professional/portfolio.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The server's limit, checked before the upload. */
const maxBytes = 8 * 1024 * 1024
const tooHeavy = 'La foto pesa demasiado. El máximo es 8 MB.'

type Portfolio = readonly PortfolioItem[]
type Side = 'before' | 'after'

/** Every response is the whole updated portfolio. */
export const useSavedPortfolio = <Selection,>(save: (selection: Selection) => Promise<Portfolio>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (works) => queryClient.setQueryData(reading(contract.portfolio).queryKey, [...works]),
    onError: (problem) => {
      toastError('Error', problem.message)
      if (problem instanceof ApiError && problem.code === 'stale_version')
        void queryClient.invalidateQueries({ queryKey: reading(contract.portfolio).queryKey })
    },
  })
}

/** Uploads a photo of a portfolio piece: for a new one, or replacing an existing photo. */
export const UploadWork = ({
  id,
  side,
  label,
  full = false,
  onSent,
}: {
  id: () => string
  side: Side
  label: string
  full?: boolean
  /** Called with the id of the piece. */
  onSent?: (id: string) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [isHeavy, setHeavy] = useState(false)
  const send = useSavedPortfolio(({ id, file }: { id: string; file: File }) =>
    call(contract.uploadWork, { params: { id, side }, file }),
  )
  const take = (file: File) => {
    const of = id()
    send.mutate(
      { id: of, file },
      {
        onSuccess: () => {
          toast('Foto guardada', 'Todavía no es pública.', 'good')
          onSent?.(of)
        },
      },
    )
  }
  return (
    <div className="self-start">
      <input
        ref={input}
        type="file"
        aria-label="Elegir archivo"
        tabIndex={-1}
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file === undefined) return
          setHeavy(file.size > maxBytes)
          if (file.size > maxBytes) toastError('Error', tooHeavy)
          else take(file)
        }}
      />
      <Button
        tone="secondary"
        size={side === 'before' ? 'small' : 'medium'}
        busy={send.isPending}
        blocked={full ? `Ya tienes ${maxItems} trabajos. Quita uno para subir otro.` : undefined}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden className="size-5" />
        {label}
      </Button>
      <FormError of={isHeavy ? tooHeavy : send.error} />
    </div>
  )
}
