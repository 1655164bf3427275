/**
 * Loaded before Kalli's own modules: passwords are hashed with little memory, since at the real cost each registration and each sign-in
 * takes 64 ms of a processor. Server tests and production.spec.ts, whose Kalli does not load this, hash at the real cost.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
const light: typeof argon2 = (algorithm, parameters, done) =>
  argon2(algorithm, { ...parameters, memory: 64 }, done)
Object.assign(crypto, { argon2: light })
syncBuiltinESMExports()
