/** Where a message goes: any public address; in development also the local receiver, and at reserved names (.test) a stand-in. */
import type { Work } from '#server/platform/work.ts'
import { CallProblem, isReceiver } from '#server/webhook/address.ts'
import { type Answered, callOutside, callReceiver, type Outgoing } from '#server/webhook/call.ts'

/** Receivers inside this process, by their host names; set by a test. An unknown name does not answer. */
export const standinReceivers = new Map<string, (message: Outgoing) => Promise<Answered>>()

/** Throws CallProblem. */
export const call = (work: Work, message: Outgoing): Promise<Answered> => {
  if (isReceiver(work.config, message.address)) return callReceiver(message)
  if (!work.config.production && message.address.hostname.endsWith('.test')) return callStandin(message)
  return callOutside(message)
}

const callStandin = async (message: Outgoing) => {
  const receiver = standinReceivers.get(message.address.hostname)
  if (receiver === undefined) throw new CallProblem('unreachable')
  return receiver(message)
}
