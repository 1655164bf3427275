import { useQuery } from '@tanstack/react-query'
import { reach } from '#contract/messaging/channel.ts'
import { openingLink, openingText } from '#contract/messaging/opening.ts'
import { reading } from '#web/api.ts'
import { CopyButton } from '#web/parts/booking/summary/own-link.tsx'
import { sessionQuery } from '#web/session.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'

/** A link that opens WhatsApp with the text that begins a booking with this professional. Nothing without a number of Kalli's. */
export const WhatsappLink = ({ professionalId }: { professionalId: number }) => {
  const user = useQuery(sessionQuery).data
  const number = useQuery(reading(reach)).data?.whatsapp.number ?? null
  if (number === null || !user) return null
  const link = openingLink(number, openingText(`${user.firstName} ${user.lastName}`, professionalId))
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <Field
        label="Por WhatsApp"
        hint="Quien lo abre le escribe a Kalli y elige ahí tu servicio, día y hora. No ve tu número."
      >
        {(control) => <Input {...control} readOnly value={link} onFocus={(event) => event.target.select()} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <CopyButton what={link} done="Enlace de WhatsApp copiado" label="Copiar el de WhatsApp" />
        <ShareButton title="Reserva conmigo por WhatsApp" text={link} />
      </div>
    </div>
  )
}
