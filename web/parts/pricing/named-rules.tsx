import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { KindSelect, Percent, Pesos } from '#web/parts/pricing/fields.tsx'
import { RuleCard } from '#web/parts/pricing/rule-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type Named = { id: string; name: string }

/** Named rules, each a card with its fields and a remove button. */
export const NamedRules = <Rule extends Named>({
  rules,
  sentenceOf,
  openId,
  onChange,
  children,
}: {
  rules: readonly Rule[]
  sentenceOf: (rule: Rule) => string
  /** Initially open. */
  openId?: string | undefined
  onChange: (rules: Rule[]) => void
  /** The fields of a rule. */
  children: (rule: Rule, place: number, onChange: (rule: Rule) => void) => ReactNode
}) =>
  rules.map((rule, place) => (
    <RuleCard
      key={rule.id}
      title={rule.name === '' ? 'Sin nombre' : rule.name}
      of={rule}
      sentence={sentenceOf(rule)}
      open={rule.id === openId}
    >
      {children(rule, place, (next) => onChange(rules.map((one, index) => (index === place ? next : one))))}
      <Button
        tone="quiet"
        size="small"
        className="self-start"
        onClick={() => onChange(rules.filter((_, index) => index !== place))}
      >
        <Trash2 aria-hidden className="size-4" /> Quitar «{rule.name}»
      </Button>
    </RuleCard>
  ))

export const RuleNameField = ({
  name,
  problem,
  onChange,
}: {
  name: string
  problem: string | undefined
  onChange: (name: string) => void
}) => (
  <Field label="Nombre" {...(problem === undefined ? {} : { error: problem })}>
    {(control) => (
      <Input {...control} maxLength={40} value={name} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
)

/** How a rule changes the price: the kind, which determines the sign, and the unsigned amount. */
export const ChangeFields = <Kind extends string>({
  kind,
  kinds,
  size,
  onKind,
  onSize,
}: {
  kind: Kind
  kinds: readonly { value: Kind; label: string }[]
  size: { bp: number; maxPercent: number } | { cents: number; label: string }
  onKind: (kind: Kind) => void
  onSize: (size: number) => void
}) => (
  <div className="grid gap-3 sm:grid-cols-2">
    <KindSelect label="Qué cambia" value={kind} kinds={kinds} onChange={onKind} />
    {'bp' in size ? (
      <Percent
        key={kind}
        label="Cuánto"
        bp={Math.abs(size.bp)}
        least={1}
        most={size.maxPercent}
        onChange={onSize}
      />
    ) : (
      <Pesos key={kind} label={size.label} cents={Math.abs(size.cents)} least={100} onChange={onSize} />
    )}
  </div>
)
