import { ConfigProblems } from '../../config.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import {
  findOperator,
  findPassword,
  hasAccessCode,
  insertAccessCode,
  lockFirstStart,
} from '../accounts/index.ts'
import { openAccount } from './open-account.ts'
import type { Passwords } from './passwords.ts'

type EnsureCtx = Pick<Ctx, 'ids' | 'clock' | 'db' | 'transact'> & { passwords: Passwords }

/** The configured operator; missing parts are generated. */
export interface OperatorSetup {
  email: string | undefined
  password: string | undefined
  accessCode: string | undefined
}

/** Everything that this call created, to be printed once. Configured values are left out. */
export interface FirstStart {
  operator?: { email: string; generatedPassword?: string }
  accessCode?: string
}

export const defaultOperatorEmail = 'operator@gridloom.local'

/**
 * Creates the operator's account, with access, and the first access code, at the first start. Replicas that start
 * together create one of each (advisory lock), and only the one that created it returns it.
 * @throws {ConfigProblems} when the configured email belongs to an ordinary account, whose user must not become
 * operator
 */
export async function ensureOperator(ctx: EnsureCtx, setup: OperatorSetup): Promise<FirstStart> {
  const email = setup.email ?? defaultOperatorEmail
  const password = setup.password ?? readable(ctx.ids.secret(), 20)
  const passwordHash = (await needsOperator(ctx, setup)) && (await ctx.passwords.hash(password))
  return ctx.transact(async (tx) => {
    await lockFirstStart(tx)
    const accessCode = await ensureAccessCode(ctx, tx, setup.accessCode)
    const made: FirstStart = accessCode === undefined ? {} : { accessCode }
    if (passwordHash === false) return made
    const account = { email, passwordHash, role: 'operator', access: 'granted' } as const
    const id = await openAccount(ctx, tx, account)
    if (id === 'taken') return made
    const operator =
      setup.password === undefined ? { email, generatedPassword: password } : { email }
    return { ...made, operator }
  })
}

async function needsOperator({ db }: EnsureCtx, { email }: OperatorSetup): Promise<boolean> {
  if (email === undefined) return (await findOperator(db)) === undefined
  const known = await findPassword(db, email)
  if (known?.role === 'user')
    throw new ConfigProblems([
      `GRIDLOOM_ADMIN_EMAIL: ${email} belongs to an account that is not an operator's`,
    ])
  return known === undefined
}

/** Ensures that the configured access code exists. Without one configured, creates a code if there is none at all. */
async function ensureAccessCode(
  ctx: EnsureCtx,
  tx: Tx,
  given: string | undefined,
): Promise<string | undefined> {
  const createdAt = ctx.clock.now()
  if (given !== undefined) {
    await insertAccessCode(tx, {
      id: ctx.ids.mint('accessCode'),
      text: given,
      label: 'GRIDLOOM_ACCESS_CODE',
      createdAt,
    })
    return undefined
  }
  if (await hasAccessCode(tx.db)) return undefined
  const text = `grid-${readable(ctx.ids.secret(), 12)}`
  await insertAccessCode(tx, {
    id: ctx.ids.mint('accessCode'),
    text,
    label: 'made at the first start',
    createdAt,
  })
  return text
}

/** Letters and digits of a secret, in groups of four, with about five bits per character. */
function readable(secret: string, chars: number): string {
  const plain = secret.toLowerCase().replace(/[^a-z0-9]/g, '')
  return (plain.slice(0, chars).match(/.{1,4}/g) ?? []).join('-')
}
