/** One attempt: signed with the current secrets, sent, and its outcome. */
import { performance } from 'node:perf_hooks'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { addressOf, CallProblem } from '#server/webhook/address.ts'
import { bodyOf, type Content } from '#server/webhook/message.ts'
import { call } from '#server/webhook/outside.ts'
import type { Attempt } from '#server/webhook/record.ts'
import { headersOf } from '#server/webhook/signature.ts'
import { sealed } from '#server/webhook/webhook-row.ts'

export type Due = Content & {
  id: string
  webhookId: string
  address: Buffer
  addressHash: Buffer
  secret: Buffer
  former: Buffer | null
}

const excerptLength = 1000

export const attempt = async (work: Work, due: Due): Promise<Attempt> => {
  requireNoTransaction(work)
  crashPoint('before-webhook')
  const began = performance.now()
  const answer = await send(work, due).catch((error: unknown) => {
    const problem = error instanceof CallProblem ? error.problem : 'ours'
    if (problem === 'ours') work.log.error({ err: error, message: due.id }, 'webhook could not be written')
    return { status: null, problem, text: '', retryAfter: null }
  })
  crashPoint('sent-webhook')
  return {
    at: work.now,
    durationMs: performance.now() - began,
    status: answer.status,
    problem: 'problem' in answer ? answer.problem : null,
    answer: excerptOf(answer.text),
    retryAfter: answer.retryAfter,
  }
}

const send = async (work: Work, due: Due) => {
  const box = sealed(work, due.webhookId)
  // An address that was allowed when it was saved may no longer be: development's receiver, for one.
  const address = addressOf(work.config, box.open(due.address))
  if (address === null) throw new CallProblem('not_outside')
  const body = bodyOf(due)
  const secrets = [due.secret, ...(due.former === null ? [] : [due.former])].map((one) => box.open(one))
  const signed = { id: due.id, second: Math.floor(work.now.getTime() / 1000), body }
  return call(work, {
    address,
    body,
    headers: {
      ...headersOf(secrets, signed),
      'content-type': 'application/json',
      accept: 'application/json, text/plain;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'Kalli-Webhooks/1',
    },
  })
}

/** Characters that the database can store and a person can read. */
const excerptOf = (text: string) =>
  text.replaceAll('\0', '').toWellFormed().slice(0, excerptLength).toWellFormed()
