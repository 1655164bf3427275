import { useQuery } from '@tanstack/react-query'
import { levels } from '#contract/verification/verification.ts'
import type { Verification } from '#contract/verification/verification.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { BiometricPanel } from '#web/parts/verification/biometric-panel.tsx'
import { ContactPanel } from '#web/parts/verification/contact-panel.tsx'
import { Ladder } from '#web/parts/verification/ladder.tsx'
import { verificationReading } from '#web/parts/verification/use-verification.ts'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { sessionQuery } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The level, what it is based on, and what each level unlocks: the same for clients, professionals and hosts. */
export const VerificationSettings = () => {
  const { data: user } = useQuery(sessionQuery)
  const answer = useQuery(verificationReading)
  if (answer.isPending) return <Skeleton className="h-96 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const now = answer.data
  return (
    <>
      <StatusLine now={now} />
      <ContactPanel channel="sms" now={now.sms} isNext={!now.sms.confirmed} />
      <ContactPanel channel="email" now={now.email} isNext={now.sms.confirmed && !now.email.confirmed} />
      <BiometricPanel now={now.biometric} isNext={now.level === 2} />
      <Panel title="Qué abre cada nivel">
        <Ladder level={now.level} role={user?.activeRole ?? 'client'} />
      </Panel>
    </>
  )
}

/** The user's current level, and the next step. */
const StatusLine = ({ now }: { now: Verification }) => (
  <Card className="flex flex-col gap-4 sm:p-6">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="flex items-baseline gap-2.5" role="status">
        <span className="font-display text-3xl font-semibold">Nivel {now.level}</span>
        <span className="text-muted">de 3 · {levels[now.level]?.name}</span>
      </p>
      <VerificationBadge level={now.level} biometric={now.biometricVerified} withText />
    </div>
    <div aria-hidden className="grid grid-cols-3 gap-1.5">
      {[1, 2, 3].map((level) => (
        <span
          key={level}
          className={classNames('h-2 rounded-full', level <= now.level ? 'bg-agave' : 'bg-line')}
        />
      ))}
    </div>
    <p className="measure text-muted">{nextStep(now)}</p>
  </Card>
)

const nextStep = ({ level, sms, email }: Verification): string => {
  if (level === 3)
    return 'Tienes la verificación más alta. Si cambias tu correo o tu teléfono, habrá que repetirla.'
  if (!sms.confirmed && email.confirmed)
    return 'Tu correo está confirmado. Confirma tu teléfono y llegas al nivel 2.'
  if (!sms.confirmed) return 'El primer paso es tu teléfono: un código por SMS y listo.'
  if (!email.confirmed) return 'Sigue tu correo: un código y llegas al nivel 2.'
  return 'Falta un paso: tu identificación y tu rostro, unos tres minutos.'
}
