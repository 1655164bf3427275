import { useQuery } from '@tanstack/react-query'
import type { LapsedClients } from '#contract/booking/client/win-back.ts'
import { wordsMax } from '#contract/booking/client/win-back.ts'
import { coupons } from '#contract/pricing/coupon.ts'
import { reading } from '#web/api.ts'
import { useWinBackWords } from '#web/parts/booking/client-book/use-win-back.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** The professional's own text for lapsed clients, saved for the next time, with one of their coupons. */
export default function WinBackWords({
  words,
  onClose,
}: {
  words: LapsedClients['words']
  onClose: () => void
}) {
  const own = useQuery(reading(coupons))
  const form = useForm({
    initial: () => ({ text: words.text, coupon: String(words.couponId ?? '') }),
    draft: 'win-back-words',
    checks: { text: (text) => (text.trim() === '' ? 'Escribe tu mensaje.' : undefined) },
  })
  const saving = useWinBackWords(words.version, () => {
    form.forget()
    onClose()
  })
  const offered = own.data?.filter(({ active, id }) => active || id === words.couponId) ?? []
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Tu mensaje"
      description="Queda listo para cada cliente. Su nombre va al principio y tu enlace al final."
    >
      <Form
        className="flex flex-col gap-5"
        onSubmit={form.submit(({ text, coupon }) =>
          saving.mutateAsync({ text: text.trim(), couponId: coupon === '' ? null : Number(coupon) }),
        )}
      >
        <Field label="Mensaje" error={form.error('text') ?? ''}>
          {(control) => <TextArea {...control} rows={4} maxLength={wordsMax} {...form.text('text')} />}
        </Field>
        {offered.length === 0 ? null : (
          <Field label="Cupón" required={false}>
            {(control) => (
              <Select {...control} {...form.text('coupon')}>
                <option value="">Sin cupón</option>
                {offered.map(({ id, code }) => (
                  <option key={id} value={id}>
                    {code}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <FormError of={saving.error} />
        <Button type="submit" busy={saving.isPending} className="self-start">
          Guardar
        </Button>
      </Form>
    </Dialog>
  )
}
