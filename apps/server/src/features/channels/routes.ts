import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { disconnectAccount } from './accounts/disconnect-account.ts'
import { listMyAccounts } from './accounts/list-connected-accounts.ts'
import { beginConnection, reconnectAccount } from './connections/begin-connection.ts'
import { finishConnection } from './connections/finish-connection.ts'
import type { ChannelsCtx } from './ctx.ts'
import { listChannels } from './list-channels.ts'
import { beginProof } from './proofs/begin-proof.ts'
import { checkProof } from './proofs/check-proof.ts'

/** Mounts the `channels` area of the contract. */
export function channelRoutes<C extends ChannelsCtx>(routes: Routes<C>): void {
  const { channels } = api
  routes.on(channels.list, async (ctx) => listChannels(ctx))
  routes.on(channels.connected, (ctx) => listMyAccounts(ctx))
  routes.on(channels.connect, (ctx, { params, body }) =>
    beginConnection(ctx, { channel: params.channel, input: body.input }),
  )
  routes.on(channels.finish, (ctx, { body }) => finishConnection(ctx, body))
  routes.on(channels.reconnect, (ctx, { params }) => reconnectAccount(ctx, params.id))
  routes.on(channels.proof, (ctx, { params, body }) =>
    beginProof(ctx, { channel: params.channel, url: body.url }),
  )
  routes.on(channels.verify, (ctx, { params, body }) =>
    checkProof(ctx, { channel: params.channel, url: body.url }),
  )
  routes.on(channels.disconnect, (ctx, { params }) => disconnectAccount(ctx, params.id))
}
