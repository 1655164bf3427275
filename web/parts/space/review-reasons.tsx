import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Space } from '#contract/space/space.ts'
import { ContactPanel } from '#web/parts/verification/contact-panel.tsx'
import { verificationReading } from '#web/parts/verification/use-verification.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const ListingPreview = lazy(() => import('#web/parts/space/listing-preview.tsx'))

/** Why a listing needs manual review, and how to avoid it. */
export const ReviewReasons = ({ space }: { space: Space }) => {
  const { data: now } = useQuery(verificationReading)
  const isUnknown = now !== undefined && !now.sms.confirmed && !now.email.confirmed
  const { reasons } = space.review
  if (space.status === 'draft')
    return isUnknown ? (
      <p className="rounded-md bg-maiz-soft px-4 py-3">
        Tu teléfono no está confirmado: así lo revisa una persona, hasta 48 horas.{' '}
        <Link
          {...paths.hostRegistration({ space: space.id, step: 1 })}
          className="font-medium underline underline-offset-4"
        >
          Confirmarlo en el paso 1
        </Link>
      </p>
    ) : null
  if (space.status !== 'in_review' || reasons.length === 0) return null
  return (
    <section aria-labelledby="review-reasons" className="flex flex-col gap-3">
      <h2 id="review-reasons" className="text-xl">
        Por qué lo ve una persona
      </h2>
      <ul className="list-disc pl-5">
        {reasons.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isUnknown ? (
        <ContactPanel
          channel="sms"
          now={now.sms}
          isNext
          why={
            reasons.length === 1
              ? 'En cuanto lo confirmes lo volvemos a ver, y se publica en minutos.'
              : 'En cuanto lo confirmes lo volvemos a ver.'
          }
        />
      ) : reasons.some(({ step }) => step !== null && step > 1) ? (
        <p className="text-muted">
          Puedes esperar la respuesta, o volver a borrador, corregirlo y enviarlo otra vez.
        </p>
      ) : null}
    </section>
  )
}

export const PreviewButton = ({ space }: { space: Space }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="secondary" onClick={() => setOpen(true)}>
        <Eye aria-hidden className="size-5" />
        Ver como lo verán
      </Button>
      {open ? (
        <Suspense fallback={<Opening />}>
          <ListingPreview space={space} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
