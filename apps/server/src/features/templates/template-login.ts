import type { RegistryLogin } from '@gridloom/contract/agent/registry-login'
import type { AccountId, InstanceId, TemplateId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import type { TemplateSecretsCtx } from './ctx.ts'
import { sealForMachine } from './registry/seal-for-machine.ts'
import { findTemplate } from './templates-store.ts'

/** The login of a registry as an instance keeps it. Its password is sealed for the account's instances. */
export interface StoredLogin {
  server: string
  username: string
  sealed_password: string
}

/** Returns the login of a template of the active account, for its instances; those of others' templates are not used. */
export async function loginOfTemplate(
  ctx: TemplateSecretsCtx,
  id: TemplateId,
): Promise<StoredLogin | null> {
  const { accountId } = accountOf(ctx)
  const row = await findTemplate(ctx.db, id)
  if (row === undefined || row.account_id !== accountId || row.registry_password === null)
    return null
  const password = await ctx.templateSecrets.open(row.registry_password, id)
  return {
    server: row.content.docker_repo_server,
    username: row.content.docker_repo_username,
    sealed_password: await ctx.templateSecrets.seal(password, placeOf(accountId)),
  }
}

interface LoginPlace {
  accountId: AccountId
  instanceId: InstanceId
  /** As the machine reports it; `undefined`: it cannot open a login. */
  sealKey: string | undefined
}

/** Seals the login of an instance for its machine. */
export async function loginForMachine(
  ctx: Pick<TemplateSecretsCtx, 'templateSecrets'>,
  { server, username, sealed_password }: StoredLogin,
  { accountId, instanceId, sealKey }: LoginPlace,
): Promise<RegistryLogin | null> {
  if (sealKey === undefined) return null
  const password = await ctx.templateSecrets.open(sealed_password, placeOf(accountId))
  return sealForMachine({ server, username, password }, { sealKey, instanceId })
}

function placeOf(accountId: AccountId): string {
  return `instances of ${accountId}`
}
