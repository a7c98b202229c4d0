import type { ConnectedAccount } from '@gridloom/contract/channels/connected-account'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a connected account by its handle or part of its ID. */
export async function findConnectedAccount(ctx: Ctx, wanted: string): Promise<ConnectedAccount> {
  const { accounts } = await ctx.client.channels.connected({ signal: ctx.signal })
  const named = accounts.map((account) => ({ id: account.id, name: account.handle, account }))
  return chooseOne(named, wanted, 'connected account').account
}
