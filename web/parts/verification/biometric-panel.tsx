import { useMutation } from '@tanstack/react-query'
import { ScanFace } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as contract from '#contract/verification/verification.ts'
import type { CheckStatus, Verification } from '#contract/verification/verification.ts'
import { call } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { useTake } from '#web/parts/verification/use-verification.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

const states: Record<CheckStatus, { label: string; tone: BadgeTone; button: string }> = {
  none: { label: 'Sin verificar', tone: 'plain', button: 'Verificar mi identidad' },
  open: { label: 'A medias', tone: 'maiz', button: 'Continuar donde me quedé' },
  processing: { label: 'En revisión', tone: 'maiz', button: '' },
  approved: { label: 'Aprobada', tone: 'agave', button: '' },
  rejected: { label: 'No aprobada', tone: 'chile', button: 'Intentar de nuevo' },
  abandoned: { label: 'Sin terminar', tone: 'plain', button: 'Empezar de nuevo' },
}

/** The polling interval while the provider is checking. */
const lookEveryMs = 8_000

/** Face and documents, checked on the provider's own pages; the state of the check is shown here. */
export const BiometricPanel = ({ now, isNext }: { now: Verification['biometric']; isNext: boolean }) => {
  const take = useTake()
  const begin = useMutation({
    mutationFn: () => call(contract.beginCheck, { body: {} }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const look = useMutation({
    mutationFn: () => call(contract.lookAtCheck, { body: {} }),
    onSuccess: async (fresh) => {
      if (fresh.biometric.status === 'approved')
        toast('Identidad verificada', 'Tu nivel es 3: máxima seguridad.', 'good')
      await take(fresh)
    },
  })
  useLooking(now.status, look.mutate)
  const { label, tone, button } = states[now.status]
  const problem = begin.error?.message
  return (
    <Panel
      title="Identidad"
      text="Una foto de tu identificación y una de tu rostro, tomadas en el momento. Las revisa un servicio especializado; Kalli solo recibe el resultado."
      aside={<Badge tone={tone}>{label}</Badge>}
    >
      <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
        {now.status === 'processing' ? (
          <p className="flex items-start gap-3 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
            <ScanFace aria-hidden className="mt-0.5 size-5 shrink-0" />
            Estamos revisando tus fotos. Suele tardar unos minutos; te avisamos por correo.
          </p>
        ) : null}
        {now.status === 'rejected' && now.reason !== null ? (
          <p className="rounded-md bg-chile-soft px-4 py-3 font-medium text-chile">{now.reason}</p>
        ) : null}
        {now.status === 'approved' ? <p>Listo. Tu insignia es dorada, la de máxima seguridad.</p> : null}
        {now.status === 'open' ? (
          <p className="text-muted">Tu verificación quedó a medias. Puedes seguir hoy.</p>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="text-sm font-medium text-chile">
          {problem}
        </p>
      ) : null}
      {button === '' ? null : (
        <Button
          className="self-start"
          tone={isNext ? 'primary' : 'secondary'}
          busy={begin.isPending || begin.isSuccess}
          blocked={now.available ? undefined : 'Por ahora la verificación biométrica no está disponible.'}
          onClick={() => begin.mutate()}
        >
          <ScanFace aria-hidden className="size-5" />
          {button}
        </Button>
      )}
    </Panel>
  )
}

/** Polled at once when the user returns from the provider, and at intervals during the review. */
const useLooking = (status: CheckStatus, look: () => void) => {
  const first = useRef(true)
  useEffect(() => {
    if (status !== 'open' && status !== 'processing') return
    if (first.current) look()
    first.current = false
    if (status === 'open') return
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [status, look])
}
