import { nounWords } from '#contract/developer/scope-words.ts'
import { type Scope, type ScopeNoun, scopeNouns, scopes } from '#contract/platform/scope.ts'
import { Choices } from '#web/ui/form/choices.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { GroupError } from '#web/ui/form-error.tsx'

export type ScopeWay = 'read' | 'write' | 'choose'
type Does = 'none' | 'read' | 'write'
export type ChosenScopes = { way: ScopeWay; own: Partial<Record<ScopeNoun, Does>> }

/** The scopes of a choice: all reading, everything, or noun by noun. Writing includes reading. */
export const scopesOf = ({ way, own }: ChosenScopes): Scope[] =>
  way === 'choose'
    ? scopes.filter((scope) => scopeNouns.some((noun) => scope === `${noun}:${own[noun] ?? 'none'}`))
    : scopeNouns.map((noun): Scope => (way === 'write' ? widest(noun) : `${noun}:read`))

const mayWrite = (noun: ScopeNoun) => scopes.some((scope) => scope === `${noun}:write`)
const widest = (noun: ScopeNoun): Scope =>
  scopes.findLast((scope) => scope.startsWith(`${noun}:`)) ?? 'search:read'

/** Two simple choices first; noun by noun as the third. */
export const ScopeChoice = ({
  value,
  error,
  onChange,
}: {
  value: ChosenScopes
  error: string | undefined
  onChange: (value: ChosenScopes) => void
}) => (
  <div className="flex min-w-0 flex-col gap-4">
    <Choices
      legend="Qué puede hacer"
      columns="grid-cols-1"
      options={[
        { value: 'read', label: 'Ver todo', text: 'No cambia nada.' },
        {
          value: 'write',
          label: 'Ver y cambiar todo',
          text: 'Menos tus tarjetas, tu cuenta de banco y tu contraseña.',
        },
        { value: 'choose', label: 'Elegir una por una' },
      ]}
      value={value.way}
      onChange={(way) => onChange({ ...value, way })}
    />
    {value.way === 'choose' ? (
      <ul className="flex flex-col divide-y divide-line">
        {scopeNouns.map((noun) => (
          <li key={noun}>
            <label className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-44">{nounWords(noun)}</span>
              <Select
                className="w-44"
                value={value.own[noun] ?? 'none'}
                onChange={(event) =>
                  onChange({ ...value, own: { ...value.own, [noun]: doesIn(event.target.value) } })
                }
              >
                <option value="none">No</option>
                <option value="read">Ver</option>
                {mayWrite(noun) ? <option value="write">Ver y cambiar</option> : null}
              </Select>
            </label>
          </li>
        ))}
      </ul>
    ) : null}
    <GroupError text={error} />
  </div>
)

const doesIn = (text: string): Does => (text === 'read' || text === 'write' ? text : 'none')
