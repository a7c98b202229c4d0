import type { Command } from 'commander'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'

export interface RegistryOptions {
  registryServer?: string
  registryUser?: string
  registryPasswordStdin?: boolean
}

/** Adds the options of a login to a registry. The password is no option: others could read it in the process list. */
export function addRegistryOptions(command: Command): Command {
  return command
    .option('--registry-server <host>', 'where to sign in (default: the registry of the image)')
    .option('--registry-user <name>', 'user name; the password is asked for')
    .option('--registry-password-stdin', 'read the password from standard input')
}

/** The password of a login: from standard input, or asked for where a user is named. `undefined`: without one. */
export async function registryPassword(
  ctx: Ctx,
  { registryUser, registryPasswordStdin }: RegistryOptions,
): Promise<string | undefined> {
  if (registryPasswordStdin) return (await ctx.host.readStdin()).replace(/\r?\n$/, '')
  if (registryUser === undefined) return undefined
  if (!ctx.host.interactive)
    throw new UsageError('Without a terminal, add --registry-password-stdin.')
  return ctx.host.prompts.secret({ message: `Password of ${registryUser} for the registry` })
}
