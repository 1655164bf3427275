import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Call } from '#contract/platform/endpoint.ts'
import * as contract from '#contract/contact/contact.ts'
import { contactLimits, contactTopics, type ContactTopic } from '#contract/contact/contact.ts'
import { ApiError, call } from '#web/api.ts'
import { textIn } from '#web/search-params.ts'
import { publicHead } from '#web/head.ts'
import { ArticleHead } from '#web/parts/article/article.tsx'
import { paths } from '#web/paths.ts'
import { posted } from '#web/no-script-result.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { type FormState, useForm } from '#web/ui/form/use-form.ts'
import type { Posted } from '#web/visit.ts'

const lead =
  'Cuéntanos qué necesitas. Lo lee una persona y te responde por correo, normalmente en un día hábil.'
const receiptForm = /^K-[2-9A-Z]{7}$/

export const Route = createFileRoute('/contact')({
  // Only this screen knows the topics: other pages need not load them.
  validateSearch: (search): { folio?: string | undefined; asunto?: string | undefined } => ({
    folio: textIn(search.folio),
    asunto: textIn(search.asunto),
  }),
  loader: async () => ({ opened: await call(contract.contactForm), posted: posted() }),
  head: () => publicHead({ title: 'Contacto', description: lead, path: '/contact' }),
  component: Contact,
})

const topics = Object.entries(contactTopics)
const isTopic = (value: unknown): value is ContactTopic =>
  typeof value === 'string' && Object.hasOwn(contactTopics, value)

function Contact() {
  const { folio, asunto } = Route.useSearch()
  const [receipt, setReceipt] = useState(folio !== undefined && receiptForm.test(folio) ? folio : undefined)
  return (
    <>
      <ArticleHead eyebrow="Contacto" title="Hablemos" lead={lead} />
      <div className="page grid gap-10 pt-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
        {receipt === undefined ? (
          <ContactForm topic={isTopic(asunto) ? asunto : undefined} onSent={setReceipt} />
        ) : (
          <Sent receipt={receipt} onMore={() => setReceipt(undefined)} />
        )}
        <aside className="flex flex-col gap-6 text-[0.9375rem]">
          <div>
            <h2 className="font-sans text-base font-semibold tracking-normal">Quizá ya está respondido</h2>
            <ul className="mt-2 flex flex-col">
              <ContactRoute to={paths.help()}>Centro de ayuda</ContactRoute>
              <ContactRoute to={paths.helpProfessionals()}>Ayuda para profesionales</ContactRoute>
              <ContactRoute to={paths.helpHosts()}>Ayuda para espacios</ContactRoute>
              <ContactRoute to={paths.pricing()}>Comisiones y calculadora</ContactRoute>
            </ul>
          </div>
          <p className="text-muted">
            ¿Tu cita es hoy? Entra a{' '}
            <Link
              {...paths.myBookings()}
              className="font-semibold text-barro-deep underline underline-offset-3"
            >
              Mis reservas
            </Link>
            : ahí puedes cambiarla o cancelarla al momento.
          </p>
          <p className="text-muted">Usamos lo que escribes solo para responderte.</p>
        </aside>
      </div>
    </>
  )
}

const ContactRoute = ({
  to,
  children,
}: {
  to: ReturnType<(typeof paths)['help' | 'helpProfessionals' | 'helpHosts' | 'pricing']>
  children: string
}) => (
  <li>
    <Link
      {...to}
      className="inline-flex min-h-11 items-center text-barro-deep underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  </li>
)

const ContactForm = ({
  topic,
  onSent,
}: {
  topic: ContactTopic | undefined
  onSent: (receipt: string) => void
}) => {
  const { opened, posted } = Route.useLoaderData()
  const { user } = Route.useRouteContext()
  const before = posted?.typed ?? {}
  const form = useForm({
    initial: () => ({
      topic: before['topic'] ?? topic ?? 'help',
      name: before['name'] ?? (user === null ? '' : `${user.firstName} ${user.lastName}`),
      email: before['email'] ?? user?.email ?? '',
      message: before['message'] ?? '',
    }),
    draft: 'contact-form',
  })
  const send = useSendContact(opened, (receipt) => {
    form.forget()
    onSent(receipt)
  })
  const refused = send.error instanceof ApiError ? toPosted(send.error) : send.isIdle ? posted : null
  const wrong = (field: string) => (refused?.fields.includes(field) ? problems[field] : undefined)
  return (
    <Form
      action="/contact"
      aria-label="Contacto"
      onSubmit={form.submit(({ topic, name, email, message }, event) =>
        send.mutateAsync({
          topic: isTopic(topic) ? topic : 'other',
          name: name.trim(),
          email: email.trim(),
          message: message.trim(),
          website: trapIn(event?.currentTarget),
        }),
      )}
      className="flex max-w-form flex-col gap-5"
    >
      <input type="hidden" name="form" value={opened.form} />
      {refused === null ? null : (
        <p
          role="alert"
          className="rounded-md border border-chile/50 bg-chile-soft px-4 py-3 font-medium text-chile"
        >
          {refused.message}
        </p>
      )}
      <Field label="¿De qué se trata?" error={wrong('topic')}>
        {(control) => (
          <Select {...control} name="topic" {...form.text('topic')}>
            {topics.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <NameFields wrong={wrong} form={form} />
      <Field
        label="Mensaje"
        required
        error={wrong('message')}
        hint="Si es sobre una cita, di con quién y qué día. No escribas datos de tarjeta ni de salud."
      >
        {(control) => (
          <TextArea
            {...control}
            name="message"
            rows={7}
            maxLength={contactLimits.message}
            {...form.text('message')}
          />
        )}
      </Field>
      {/* Invisible to people; bots fill it in, often without an event. */}
      <div hidden>
        <label>
          Deja esto vacío
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <SendButton send={send} />
    </Form>
  )
}

const useSendContact = (opened: { form: string }, onSent: (receipt: string) => void) => {
  const token = useRef(opened.form)
  const send = useMutation({
    mutationFn: async (typed: Omit<Call<typeof contract.sendContact>['body'], 'form'>) => {
      try {
        return await call(contract.sendContact, { body: { ...typed, form: token.current } })
      } catch (problem) {
        // The page was open for a day: a new form, with the same typed text.
        if (problem instanceof ApiError && problem.code === 'form_expired')
          token.current = (await call(contract.contactForm)).form
        throw problem
      }
    },
    onSuccess: ({ receipt }) => onSent(receipt),
  })
  return send
}

const NameFields = ({
  wrong,
  form,
}: {
  wrong: (field: string) => string | undefined
  form: FormState<Record<'topic' | 'name' | 'email' | 'message', string>>
}) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <Field label="Nombre" required error={wrong('name')}>
      {(control) => (
        <Input
          {...control}
          name="name"
          autoComplete="name"
          maxLength={contactLimits.name}
          {...form.text('name')}
        />
      )}
    </Field>
    <Field label="Correo" required error={wrong('email')}>
      {(control) => (
        <Input
          {...control}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          placeholder="tu@correo.com"
          {...form.text('email')}
        />
      )}
    </Field>
  </div>
)

const SendButton = ({ send }: { send: ReturnType<typeof useSendContact> }) => (
  <div className="flex flex-wrap items-center gap-4">
    <Button type="submit" size="large" busy={send.isPending}>
      Enviar mensaje
    </Button>
    <p className="text-sm text-muted">
      Al enviar aceptas el{' '}
      <Link {...paths.privacy()} className="underline underline-offset-3">
        Aviso de privacidad
      </Link>
      .
    </p>
  </div>
)

/** The value of the honeypot field, whether or not an event was fired for it. */
const trapIn = (form: HTMLFormElement | undefined) => {
  const trap = form?.elements.namedItem('website')
  return trap instanceof HTMLInputElement ? trap.value.trim() : ''
}

const problems: Readonly<Record<string, string>> = {
  topic: 'Elige un asunto de la lista.',
  name: 'Escribe tu nombre, hasta 80 letras.',
  email: 'Escribe un correo al que podamos responder.',
  message: 'Escribe tu mensaje, hasta 4,000 letras.',
}

const toPosted = (problem: ApiError): Omit<Posted, 'typed'> => ({
  message: problem.message,
  fields: Object.keys(problems).filter((field) =>
    JSON.stringify(problem.details ?? '').includes(`"${field}"`),
  ),
})

const Sent = ({ receipt, onMore }: { receipt: string; onMore: () => void }) => (
  <section role="status" className="flex max-w-form flex-col items-start gap-4">
    <span aria-hidden className="arch flex h-20 w-16 items-center justify-center bg-agave-soft text-agave">
      <Check className="size-8" />
    </span>
    <h2 className="text-3xl">Recibimos tu mensaje</h2>
    <p className="measure text-lg text-muted">
      Tu folio es <strong className="figures whitespace-nowrap text-ink">{receipt}</strong>. Te enviamos un
      comprobante por correo; responde ahí si quieres agregar algo.
    </p>
    <p className="flex flex-wrap gap-3">
      <Link {...paths.home()} className={buttonClass()}>
        Ir al inicio
      </Link>
      <Link {...paths.contact()} onClick={onMore} className={buttonClass({ tone: 'secondary' })}>
        Escribir otro mensaje
      </Link>
    </p>
  </section>
)
