import { useMutation } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/favourite/visitor-search.ts'
import { call } from '#web/api.ts'
import { isWholePhone, phoneIn } from '#web/parts/booking/payment/checkout-form.ts'
import { useContactCode } from '#web/parts/booking/payment/use-contact-code.ts'
import { codesOfVisitor } from '#web/parts/booking/payment/visitor-codes.ts'
import { rememberPending } from '#web/parts/favourite/pending.ts'
import type { Wanted } from '#web/parts/search/search-to-save.ts'
import { ContactCode } from '#web/parts/verification/contact-code.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { FormError } from '#web/ui/form-error.tsx'

/** Telephone and code; the sixth digit saves the search. Signing in is the alternative, and the only one where no messages are sent. */
export default function AlertByPhone({
  wanted,
  onSaved,
  onClose,
}: {
  wanted: Wanted
  onSaved: () => Promise<unknown>
  onClose: () => void
}) {
  const here = useRouterState({ select: ({ location }) => location.href })
  // The telephone is typed once per tab, as forms for a contact share this draft.
  const form = useForm({ initial: { phone: '' }, draft: 'contact' })
  const phone = phoneIn(form.values.phone)
  const code = useContactCode(codesOfVisitor)
  const [hasNoTexts, setNoTexts] = useState(false)
  const saving = useMutation({
    mutationFn: () => call(contract.saveVisitorSearch, { body: { ...wanted, phone } }),
    onSuccess: onSaved,
  })
  const toAccount = (
    <Link
      {...paths.auth({ redirect: here })}
      className={buttonClass({
        tone: hasNoTexts ? 'primary' : 'quiet',
        size: hasNoTexts ? 'large' : 'small',
      })}
      onClick={() => rememberPending({ what: 'search', ...wanted })}
    >
      Prefiero con mi cuenta
    </Link>
  )
  return (
    <Dialog
      open
      onOpenChange={(still) => (still ? undefined : onClose())}
      title="Avísame"
      description={`Cuando se abra un horario de «${wanted.label}». Cada aviso trae un enlace para dejar de recibirlos.`}
    >
      {hasNoTexts ? (
        <div className="flex flex-col gap-4">
          <p>Por ahora no enviamos mensajes de texto: te avisamos en tu cuenta.</p>
          {toAccount}
        </div>
      ) : (
        <Form
          className="flex flex-col gap-4"
          onSubmit={form.submit(async () => {
            if (code.isConfirmed(phone) || (await code.require(phone))) await saving.mutateAsync()
          })}
        >
          <Field label="Teléfono" hint="Te llega un código, y ahí te avisamos.">
            {(control) => (
              <Input
                {...control}
                name="phone"
                type="tel"
                required
                autoComplete="tel"
                {...form.text('phone')}
              />
            )}
          </Field>
          <ContactCode
            isByEmail={false}
            address={phone}
            isComplete={isWholePhone(phone)}
            code={code}
            onKnown={() => saving.mutate()}
            onNoTexts={() => setNoTexts(true)}
          />
          <FormError of={saving.error} />
          <Button type="submit" size="large" busy={saving.isPending || code.ask.isPending}>
            Avísame por mensaje
          </Button>
          {toAccount}
        </Form>
      )}
    </Dialog>
  )
}
