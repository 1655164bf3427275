import { FileText, Lock } from 'lucide-react'
import * as contract from '#contract/space/listing-steps.ts'
import { requiredDocuments } from '#contract/space/space-document.ts'
import type { Space } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { useStep } from '#web/parts/space/use-step.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DocumentCard } from '#web/parts/space/document-card.tsx'

const from = (space: Space) => ({ needles: space.needles, insured: space.insured })
type Typed = ReturnType<typeof from>

const check = (typed: Typed) => ({ body: typed, problems: {} })

const kinds = ['right_to_list', 'operating_notice', 'waste_disposal', 'insurance'] as const

export const StepLaw = ({ space }: { space: Space }) => {
  const step = useStep({
    space,
    from,
    check,
    send: (id, body) => call(contract.saveStep8, { params: { id }, body }),
  })
  const { typed, type } = step
  const needed = requiredDocuments({ ...space, ...typed })
  const shown = kinds.filter(
    (kind) => needed.includes(kind) || space.documents.some((one) => one.kind === kind),
  )
  // A published space may add something that requires a document only once the document is there; a draft is checked later.
  const others = space.status === 'draft' ? [] : kinds.filter((kind) => !shown.includes(kind))
  return (
    <StepFrame
      space={space}
      step={8}
      of={step}
      title="Lo legal"
      text="Los documentos del lugar. Los revisamos en menos de 48 horas y solo los ven tú y el equipo de Kalli."
    >
      <div className="flex flex-col">
        <Checkbox
          label="Se trabaja con agujas (tatuaje, acupuntura, toxina, sueros)"
          checked={typed.needles}
          onChange={(event) => type({ needles: event.target.checked })}
        />
        <Checkbox
          label="El local tiene seguro"
          checked={typed.insured}
          onChange={(event) => type({ insured: event.target.checked })}
        />
      </div>
      <ul className="flex flex-col gap-4">
        {shown.map((kind) => (
          <DocumentCard
            key={kind}
            space={space}
            kind={kind}
            needed={needed.includes(kind)}
            current={space.documents.find((one) => one.kind === kind)}
          />
        ))}
      </ul>
      {others.length === 0 ? null : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
            Otros documentos, antes de agregar masajes, faciales, salud, agujas o un seguro
          </summary>
          <ul className="mt-2 flex flex-col gap-4">
            {others.map((kind) => (
              <DocumentCard key={kind} space={space} kind={kind} needed={false} current={undefined} />
            ))}
          </ul>
        </details>
      )}
      <section
        aria-labelledby="house-contract"
        className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5"
      >
        <h2 id="house-contract" className="text-xl">
          Contrato de la casa
        </h2>
        <p className="text-muted">
          Lo armamos con lo que respondiste: lugar, precio, reglas y quién puede. Léelo, imprímelo y úsalo con
          quien rente.
        </p>
        <a
          href={`/api/spaces/${space.id}/house-contract.pdf`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
        >
          <FileText aria-hidden className="size-4.5" />
          Ver el contrato (PDF)<span className="sr-only"> en otra pestaña</span>
        </a>
      </section>
      <p className="flex items-start gap-2.5 text-sm text-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        Ningún profesional ni cliente puede abrir estos archivos.
      </p>
    </StepFrame>
  )
}
