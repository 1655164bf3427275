import { Plus, Trash2 } from 'lucide-react'
import { formatCents, roundedDivide } from '#contract/platform/money.ts'
import { maxPackOffers } from '#contract/service/service.ts'
import { Pesos, Whole } from '#web/parts/pricing/fields.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'

/** Packs of sessions: paid once, used one by one. */
export const PackFields = ({
  draft: { packs, priceCents },
  onChange,
}: {
  draft: ServiceDraft
  onChange: (part: Partial<ServiceDraft>) => void
}) => (
  <fieldset className="flex flex-col gap-4 border-t border-line pt-5">
    <legend className="sr-only">Paquetes de sesiones</legend>
    <div>
      <p aria-hidden className="font-semibold">
        Paquetes de sesiones
      </p>
      <p className="text-sm text-muted">
        Varias sesiones que tu cliente paga juntas y usa una por una. Recibes tu parte con cada cita. Si vence
        con sesiones sin usar, las que tomó cuentan a su precio sin paquete y lo demás vuelve a su tarjeta.
      </p>
    </div>
    {packs.map((pack, place) => {
      const set = (part: Partial<typeof pack>) => onChange({ packs: packs.with(place, { ...pack, ...part }) })
      const each = hasUnreadNumber([pack, priceCents]) ? null : roundedDivide(pack.priceCents, pack.sessions)
      return (
        <div
          key={pack.id === 0 ? `new-${place}` : pack.id}
          role="group"
          aria-label={`Paquete ${place + 1}`}
          className="grid grid-cols-2 items-end gap-3 rounded-md bg-sunk p-4 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
        >
          <Whole
            label="Sesiones"
            value={pack.sessions}
            from={2}
            to={50}
            onChange={(sessions) => set({ sessions })}
          />
          <Pesos
            label="Precio del paquete"
            cents={pack.priceCents}
            least={100}
            onChange={(cents) => set({ priceCents: cents })}
          />
          <Whole
            label="Vigencia (días)"
            value={pack.validityDays}
            from={30}
            to={730}
            onChange={(validityDays) => set({ validityDays })}
          />
          <Button
            tone="quiet"
            size="small"
            className="justify-self-start"
            aria-label={`Quitar el paquete ${place + 1}`}
            onClick={() => onChange({ packs: packs.toSpliced(place, 1) })}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </Button>
          <p className="col-span-2 text-sm text-muted sm:col-span-4">
            {each === null
              ? 'Con todos los números te decimos en cuánto sale cada sesión.'
              : `Cada sesión sale en ${formatCents(each)}${
                  each < priceCents
                    ? `, ${formatCents(priceCents - each)} menos que suelta.`
                    : ': no le conviene más que pagar una por una.'
                }`}
          </p>
        </div>
      )
    })}
    <Button
      tone="secondary"
      size="small"
      className="self-start"
      blocked={packs.length >= maxPackOffers ? `Caben ${maxPackOffers} paquetes.` : undefined}
      onClick={() =>
        onChange({
          packs: [
            ...packs,
            { id: 0, sessions: 5, priceCents: Math.round((priceCents * 9) / 2), validityDays: 180 },
          ],
        })
      }
    >
      <Plus aria-hidden className="size-4" />
      Agregar un paquete
    </Button>
  </fieldset>
)
