/**
 * Places where a test kills the process, to see that whatever was left half done converges after a
 * restart. `KALLI_CRASH_AT` names one of them; without it each costs one comparison.
 */
export const crashPoints = [
  'before-hold',
  'committed-hold',
  'inside-pay',
  'committed-pay',
  'before-confirm',
  'committed-confirm',
  'inside-accept',
  'committed-accept',
  'inside-decline',
  'committed-decline',
  'inside-check-in',
  'inside-check-out',
  'inside-overtime',
  'inside-tip',
  'committed-tip',
  'inside-tip-paid',
  'inside-complete',
  'committed-complete',
  'inside-cancel',
  'committed-cancel',
  'inside-rescue',
  'inside-accept-rescue',
  'inside-no-show',
  'committed-no-show',
  'inside-no-show-end',
  'committed-no-show-end',
  'inside-deposit',
  'committed-deposit',
  'inside-deposit-claim',
  'inside-deposit-end',
  'committed-deposit-end',
  'inside-dispute',
  'inside-dispute-end',
  'committed-dispute-end',
  'inside-return',
  'committed-return',
  'before-save-card',
  'after-save-card',
  'recorded-save-card',
  'before-authorize',
  'after-authorize',
  'inside-authorize-record',
  'recorded-authorize',
  'before-voucher',
  'after-voucher',
  'recorded-voucher',
  'before-capture',
  'after-capture',
  'inside-capture-record',
  'recorded-capture',
  'before-void',
  'after-void',
  'recorded-void',
  'before-refund',
  'after-refund',
  'recorded-refund',
  'before-transfer',
  'after-transfer',
  'recorded-transfer',
  'inside-settle',
] as const
export type CrashPoint = (typeof crashPoints)[number]

const chosen = process.env['KALLI_CRASH_AT']

/** Dies here, as by kill -9, if this is the chosen place. */
export const crashPoint = (name: CrashPoint) => {
  if (name === chosen) process.kill(process.pid, 'SIGKILL')
}
