import type { Member } from '#contract/team/team.ts'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { readablePhone } from '#web/parts/verification/address.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'

export type MemberLink = { member: Member; link: string; qr: string }

/** Shown only once: the server stores just enough to recognize it. */
export const LinkDialog = ({
  link: { member, link, qr },
  onClose,
}: {
  link: MemberLink
  onClose: () => void
}) => {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Enlace para ${member.name}`}
      description={`También le llega por ${member.phone === null ? `correo a ${member.email ?? 'su dirección'}` : `mensaje de texto al ${readablePhone(member.phone)}`}. Sirve una vez, solo para esa persona, hasta el ${dayOf(member.expiresAt, member.space.zone)}. No lo volvemos a mostrar.`}
      actions={
        <>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(`Únete al equipo de ${member.space.businessName}: ${link}`)}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-12 items-center justify-center rounded-md border border-edge/60 px-5 font-semibold hover:bg-sunk"
          >
            Enviar por WhatsApp
          </a>
          <Button
            onClick={() =>
              void copyText(link, 'Enlace copiado', 'Pégalo donde quieras.', 'Selecciónalo y cópialo a mano.')
            }
          >
            Copiar enlace
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        {/* White in every theme: cameras need dark on light. */}
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
          alt={`Código QR del enlace para ${member.name}`}
          className="size-44 shrink-0 self-center rounded-md bg-white"
        />
        <div className="flex min-w-0 flex-col gap-2">
          <p className="text-sm text-muted">Si está contigo, que apunte su cámara a este código.</p>
          <p className="rounded-md bg-sunk p-3 text-sm break-all" role="status">
            {link}
          </p>
        </div>
      </div>
    </Dialog>
  )
}
