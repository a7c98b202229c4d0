import { enrolmentTokenLifeS } from '@gridloom/contract/core/constants'
import type { EnrolmentToken } from '@gridloom/contract/machines/enrolment'
import { accountOf } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { countOfDay } from '../accounts/index.ts'
import type { MachinesCtx } from './ctx.ts'
import { insertEnrolmentToken } from './enrolment-store.ts'

/**
 * Creates a token that enrols one machine for the caller, once, within ten minutes. Only its hash is stored. `here`:
 * the token is for the agent of the server's own machine. @throws Refused `daily_limit_reached`
 */
export async function createEnrolmentToken(
  ctx: MachinesCtx,
  machine: 'anywhere' | 'here' = 'anywhere',
): Promise<EnrolmentToken> {
  const { accountId } = accountOf(ctx)
  // The prefix keeps the token from starting with a dash, which command lines would take for an option.
  const token = `enr_${ctx.ids.secret()}`
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + enrolmentTokenLifeS * 1_000)
  await ctx.transact(async (tx) => {
    await countOfDay(ctx, tx, 'enrolment tokens')
    const isHere = machine === 'here'
    await insertEnrolmentToken(tx, { hash: hashSecret(token), accountId, expiresAt, isHere }, now)
  })
  const commands = commandsFor(ctx.publicUrl, token)
  return {
    token,
    expires_at: expiresAt.toISOString(),
    command: commands.linux,
    commands,
  }
}

/**
 * Returns the install commands. On Linux the service belongs to the system; on macOS to the user, as Docker does there.
 * The token travels in the environment, which only its own user can read; a command line is visible to every user of a
 * machine.
 */
function commandsFor(url: string, token: string): EnrolmentToken['commands'] {
  const set = `export GRIDLOOM_ENROLMENT_TOKEN=${token}`
  const fetched = `curl -fsSL ${url.startsWith('https:') ? "--proto '=https' " : ''}${url}/install.sh`
  return {
    linux: `${set}; ${fetched} | sudo --preserve-env=GRIDLOOM_ENROLMENT_TOKEN sh -s --`,
    macos: `${set}; ${fetched} | sh -s --`,
    windows: `& ([scriptblock]::Create((irm ${url}/install.ps1))) -Token ${token}`,
  }
}
