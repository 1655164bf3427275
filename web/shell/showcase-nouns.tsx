import { useState } from 'react'
import type { CommunityNotification, NotificationType } from '#contract/notification/notification.ts'
import { CodeInput } from '#web/parts/account/code-input.tsx'
import { noPhone } from '#web/parts/account/phone.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { StrengthMeter } from '#web/parts/account/strength-meter.tsx'
import { NoticeLine } from '#web/parts/notification/notice.tsx'
import { Ladder } from '#web/parts/verification/ladder.tsx'
import { ErrorScreen } from '#web/shell/error-screen.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { OtherProfile } from '#web/shell/other-profile.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Questions } from '#web/ui/form/questions.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'

const viewer = 'professional'
const types: readonly NotificationType[] = [
  'new_space_match',
  'new_professional_match',
  'direct_invitation',
  'other',
]
const noticeOf = (type: NotificationType, place: number): CommunityNotification => ({
  id: place + 1,
  type,
  title:
    ['Una silla nueva cerca de ti', 'Llegó una manicurista', 'Te invitan', 'Cita confirmada'][place] ?? '',
  message: 'Casa Jacaranda, Roma Norte, a 900 m de donde trabajas.',
  isRead: place > 1,
  createdAt: new Date(Date.now() - (place + 1) * 5_400_000).toISOString(),
  matchingCategories: place === 0 ? ['hair', 'beauty', 'nails'] : ['nails'],
})

/** The components of web/parts in their states, and the error screens. */
export const ShowcaseOfNouns = () => {
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('jacaranda')
  return (
    <div className="flex flex-col gap-12">
      <Section title="Cuenta">
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <PhoneField value={noPhone} onChange={() => undefined} />
          <PhoneField
            label="Teléfono con error"
            error="Revisa el número."
            value={noPhone}
            onChange={() => undefined}
          />
          <CodeInput value={code} onChange={setCode} />
          <CodeInput value="000000" onChange={() => undefined} error="Ese código no es correcto." />
          <Field label="Contraseña con medidor">
            {(control) => (
              <Input {...control} value={password} onChange={(event) => setPassword(event.target.value)} />
            )}
          </Field>
          <div className="flex flex-col gap-3 self-end">
            {['abc123', 'jacaranda', password].map((text, place) => (
              <StrengthMeter key={place} password={text} />
            ))}
          </div>
        </div>
      </Section>
      <Section title="Escalera de verificación">
        <div className="grid gap-8 lg:grid-cols-2">
          {[0, 1, 2, 3].map((level) => (
            <Card key={level}>
              <Ladder level={level} role={viewer} />
            </Card>
          ))}
        </div>
      </Section>
      <Section title="Avisos de la campana">
        <Card className="max-w-md p-0">
          <ul className="divide-y divide-line">
            {types.map((type, place) => (
              <li key={type}>
                <NoticeLine notice={noticeOf(type, place)} onOpen={() => undefined} />
              </li>
            ))}
          </ul>
        </Card>
      </Section>
      <Section title="Preguntas, compartir, cargar más" aside={<ShareButton title="Kalli" path="/" />}>
        <Questions
          list={[
            { question: '¿Cuánto cuesta reservar?', answer: 'Nada: el cliente paga el precio que ve.' },
            { question: '¿Puedo cancelar?', answer: 'Sí; el costo se muestra antes de confirmar.' },
          ]}
        />
        <LoadMore has busy={false} onMore={() => undefined} />
        <LoadMore has busy onMore={() => undefined} label="Cargando más" />
      </Section>
      <Section title="Pantallas que avisan">
        {[
          <PageLoading key="loading" />,
          <ErrorScreen key="error" error={new Error('x')} reset={() => undefined} />,
          <NotFound key="nowhere" />,
          <OtherProfile key="host" profile="host" />,
          <OtherProfile key="professional" profile="professional" />,
        ].map((screen) => (
          <Card key={screen.key} className="p-0">
            {screen}
          </Card>
        ))}
      </Section>
    </div>
  )
}
