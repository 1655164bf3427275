import * as applicationMovesContract from '#contract/hiring/application-moves.ts'
import type { ApplicationMove } from '#contract/hiring/application-moves.ts'
import { useState } from 'react'
import * as contract from '#contract/hiring/application.ts'
import type { ApplicationDetail } from '#contract/hiring/application.ts'
import { call } from '#web/api.ts'
import { Approve, OnTrial } from '#web/parts/hiring/approve.tsx'
import { useMove } from '#web/parts/hiring/use-move.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import {
  CounterDialog,
  QuestionDialog,
  AnswerDialog,
  DeclineDialog,
  WithdrawDialog,
} from '#web/parts/hiring/move-dialogs.tsx'

type DialogName = 'approve' | 'counter' | 'request_info' | 'answer_info' | 'decline' | 'trial' | 'withdraw'

/** The viewer's moves, each with its reason where it is blocked now. */
export const Moves = ({ application: one }: { application: ApplicationDetail }) => {
  const [opened, setOpened] = useState<DialogName>()
  const close = () => setOpened(undefined)
  const at = { params: { id: one.id }, body: { version: one.version } }
  const accept = useMove(() => call(contract.acceptOffer, at), {
    title: 'Ya tienes convenio',
    text: `Tus clientes pueden reservar en ${one.space.name}.`,
  })
  const submit = useMove(() => call(contract.submitApplication, at), { title: 'Postulación enviada' })
  if (one.waitingFor === null) return null
  const button = (
    move: ApplicationMove,
    label: string,
    act: () => void,
    look: ButtonLook = {},
    busy = false,
  ) => {
    const known = one.moves.find((other) => other.move === move)
    // Moves that another step resolves first are hidden; moves that are blocked now are shown.
    if (known === undefined || (!known.allowed && isBeside(one, move))) return null
    return (
      <Button
        key={move}
        size="small"
        tone={look.tone ?? 'secondary'}
        busy={busy}
        blocked={known.allowed ? undefined : known.reason}
        onClick={act}
      >
        {label}
      </Button>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3 border-t border-line pt-5">
        {one.role === 'host' ? (
          <>
            {button('approve', 'Aprobar', () => setOpened('approve'), { tone: 'primary' })}
            {button('trial', 'Aprobar a prueba', () => setOpened('trial'))}
            {button('counter', 'Contraoferta', () => setOpened('counter'))}
            {button('request_info', 'Pedir información', () => setOpened('request_info'))}
            {button('decline', 'Rechazar', () => setOpened('decline'), { tone: 'quiet' })}
          </>
        ) : (
          <>
            {button(
              'submit',
              'Enviar',
              () => submit.mutate(undefined),
              { tone: 'primary' },
              submit.isPending,
            )}
            {button(
              'accept',
              'Aceptar condiciones',
              () => accept.mutate(undefined),
              { tone: 'primary' },
              accept.isPending,
            )}
            {button('answer_info', 'Responder', () => setOpened('answer_info'), { tone: 'primary' })}
            {button('counter', 'Contraoferta', () => setOpened('counter'))}
            {button('withdraw', 'Retirar', () => setOpened('withdraw'), { tone: 'quiet' })}
          </>
        )}
      </div>
      {opened === 'approve' ? <Approve one={one} onClose={close} /> : null}
      {opened === 'counter' ? <CounterDialog one={one} onClose={close} /> : null}
      {opened === 'request_info' ? <QuestionDialog one={one} onClose={close} /> : null}
      {opened === 'answer_info' ? <AnswerDialog one={one} onClose={close} /> : null}
      {opened === 'decline' ? <DeclineDialog one={one} onClose={close} /> : null}
      {opened === 'trial' ? <OnTrial one={one} onClose={close} /> : null}
      {opened === 'withdraw' ? <WithdrawDialog one={one} onClose={close} /> : null}
    </>
  )
}

/** Moves of another stage: why they are blocked is of no interest yet. */
const isBeside = (one: ApplicationDetail, move: ApplicationMove) => {
  const rule: readonly string[] = applicationMovesContract.applicationMoves[move].from
  if (!rule.includes(one.status)) return true
  return move === 'counter' && one.role === 'professional' && one.status !== 'countered'
}
