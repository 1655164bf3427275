import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/pricing/coupon.ts'
import { codeOf, type Coupon, type CouponInput } from '#contract/pricing/coupon.ts'
import type { OwnDemandRules } from '#contract/pricing/demand.ts'
import { call, reading } from '#web/api.ts'
import { ServiceTicks } from '#web/parts/pricing/demand/service-ticks.tsx'
import { KindSelect, Percent, Pesos, Whole } from '#web/parts/pricing/fields.tsx'
import { fieldsOf } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/toast.ts'

const usual: CouponInput = {
  code: '',
  change: { kind: 'percent', bp: 1000 },
  serviceIds: [],
  validFrom: null,
  validTo: null,
  maxUses: null,
  onceEach: true,
  active: true,
}

const kinds = [
  { value: 'percent', label: 'Por ciento menos' },
  { value: 'amount', label: 'Pesos menos' },
] as const

/** Creates or edits a coupon. */
export default function CouponDialog({
  coupon,
  services,
  onClose,
}: {
  /** Null: create. */
  coupon: Coupon | null
  services: OwnDemandRules['services']
  onClose: () => void
}) {
  const { draft, set, saving } = useCoupon(coupon, onClose)
  const problems = fieldsOf(saving.error)
  const problemAt = (field: string) => problems.find((one) => one.field === field)?.message
  const isShort = codeOf(draft.code).length < 3
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={coupon === null ? 'Nuevo cupón' : `Cupón ${coupon.code}`}
      description="El descuento lo pones tú: sale del precio de tu servicio. La renta por hora no cambia."
    >
      <form
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isShort) saving.mutate()
        }}
      >
        <CodeField code={draft.code} problem={problemAt('code')} onChange={(code) => set({ code })} />
        <DiscountFields change={draft.change} onChange={(change) => set({ change })} />
        <ServiceTicks
          hint="Sin marcar ninguno, todos."
          services={services}
          ids={draft.serviceIds}
          onChange={(serviceIds) => set({ serviceIds })}
        />
        <PeriodFields draft={draft} problem={problemAt('validTo')} onChange={set} />
        <UseFields draft={draft} onChange={set} />
        {saving.isError && problems.length === 0 ? (
          <p role="alert" className="font-medium text-chile">
            {saving.error.message}
          </p>
        ) : null}
        <Button
          type="submit"
          className="self-start"
          busy={saving.isPending}
          blocked={isShort ? 'Escribe una palabra de al menos tres letras o números.' : undefined}
        >
          Guardar cupón
        </Button>
      </form>
    </Dialog>
  )
}

/** The form of a coupon and its save request. */
const useCoupon = (coupon: Coupon | null, onClose: () => void) => {
  const queryClient = useQueryClient()
  const saved = coupon === null ? usual : inputOf(coupon)
  const form = useForm({
    initial: saved,
    draft: coupon === null ? 'coupon-new' : `coupon-${coupon.id}-${coupon.version}`,
  })
  const set = (part: Partial<CouponInput>) => form.put(part)
  const saving = useMutation({
    mutationFn: () =>
      coupon === null
        ? call(contract.addCoupon, { body: form.values })
        : call(contract.changeCoupon, {
            params: { id: coupon.id },
            body: { ...form.values, version: coupon.version },
          }),
    onSuccess: (all) => {
      form.accept(usual)
      queryClient.setQueryData(reading(contract.coupons).queryKey, all)
      toast('Cupón guardado', 'Lo que ya se reservó con él no cambia.', 'good')
      onClose()
    },
  })
  return { draft: form.values, set, saving }
}

const inputOf = ({ id: _id, used: _used, version: _version, ...input }: Coupon): CouponInput => input

const CodeField = ({
  code,
  problem,
  onChange,
}: {
  code: string
  problem: string | undefined
  onChange: (code: string) => void
}) => (
  <Field
    label="Palabra"
    hint="Letras y números. Da igual si la escriben con acentos, espacios o en minúsculas."
    error={problem}
    required
  >
    {(control) => (
      <Input
        {...control}
        value={code}
        maxLength={30}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

const DiscountFields = ({
  change,
  onChange,
}: {
  change: CouponInput['change']
  onChange: (change: CouponInput['change']) => void
}) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <KindSelect
      label="Qué descuenta"
      value={change.kind}
      kinds={kinds}
      onChange={(kind) => onChange(kind === 'percent' ? { kind, bp: 1000 } : { kind, cents: 5000 })}
    />
    {change.kind === 'percent' ? (
      <Percent
        key="percent"
        label="Cuánto"
        bp={change.bp}
        least={1}
        most={90}
        onChange={(bp) => onChange({ kind: 'percent', bp })}
      />
    ) : (
      <Pesos
        key="amount"
        label="Cuánto"
        cents={change.cents}
        least={100}
        onChange={(cents) => onChange({ kind: 'amount', cents })}
      />
    )}
  </div>
)

type Part = { draft: CouponInput; onChange: (part: Partial<CouponInput>) => void }

const PeriodFields = ({ draft, problem, onChange }: Part & { problem: string | undefined }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Citas desde" required={false}>
      {(control) => (
        <Input
          {...control}
          type="date"
          value={draft.validFrom ?? ''}
          onChange={(event) => onChange({ validFrom: event.target.value || null })}
        />
      )}
    </Field>
    <Field label="Citas hasta" required={false} error={problem}>
      {(control) => (
        <Input
          {...control}
          type="date"
          value={draft.validTo ?? ''}
          onChange={(event) => onChange({ validTo: event.target.value || null })}
        />
      )}
    </Field>
  </div>
)

const UseFields = ({ draft, onChange }: Part) => (
  <div className="flex flex-col gap-3">
    <Checkbox
      label="Poner un máximo de usos"
      checked={draft.maxUses !== null}
      onChange={(event) => onChange({ maxUses: event.target.checked ? 50 : null })}
    />
    {draft.maxUses === null ? null : (
      <Whole
        label="Usos en total"
        value={draft.maxUses}
        from={1}
        to={100_000}
        onChange={(maxUses) => onChange({ maxUses })}
      />
    )}
    <Checkbox
      label="Una sola vez por cliente"
      checked={draft.onceEach}
      onChange={(event) => onChange({ onceEach: event.target.checked })}
    />
  </div>
)
