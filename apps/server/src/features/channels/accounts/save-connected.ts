import { type ChannelId, channelNames } from '@gridloom/contract/channels/channel'
import type { AccountId, ConnectedAccountId } from '@gridloom/contract/core/ids'
import { plainText } from '@gridloom/contract/core/plain-text'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import { sqlStateOf } from '../../../platform/database/transact.ts'
import { lockQuota } from '../../companies/index.ts'
import type { ChannelsCtx } from '../ctx.ts'
import type { Connected } from '../drivers/driver.ts'
import type { ConnectedAccountRow } from '../schema.ts'
import {
  insertConnectedAccount,
  lockByExternalId,
  updateConnectedAccount,
} from './accounts-store.ts'
import { connectedAccountQuota } from './connected-account-quota.ts'
import { publishAccounts } from './publish-accounts.ts'

/** An account of a channel that its owner connects. */
interface NewlyConnected {
  readonly accountId: AccountId
  readonly channel: ChannelId
  readonly connected: Connected
  readonly input: string
  readonly code: string | null
  /** The account that was to be connected again; null: any. */
  readonly reconnects: ConnectedAccountId | null
}

const uniqueViolation = '23505'
const nameCharsMax = 100
const handleCharsMax = 200
const urlCharsMax = 500
const scopesMax = 50

/**
 * Stores a connected account. One that its owner had before keeps its id. The database decides between two owners: an
 * account of a channel is one row that is not disconnected.
 * @throws Refused `connected_account_taken`, `connected_account_other`, `limit_reached`
 */
export async function saveConnected(
  ctx: ChannelsCtx,
  made: NewlyConnected,
): Promise<ConnectedAccountRow> {
  try {
    return await ctx.transact((tx) => save(ctx, tx, made))
  } catch (cause) {
    if (sqlStateOf(cause) !== uniqueViolation) throw cause
    const handle = handleOf(made)
    throw new Refused('connected_account_taken', { details: { handle }, cause })
  }
}

async function save(ctx: ChannelsCtx, tx: Tx, made: NewlyConnected): Promise<ConnectedAccountRow> {
  const { accountId, channel, connected, reconnects } = made
  const externalId = connected.externalId
  const before = await lockByExternalId(tx, { accountId, channel, externalId })
  if (reconnects !== null && before?.id !== reconnects)
    throw new Refused('connected_account_other', { details: { handle: handleOf(made) } })
  const isNew = before === undefined || before.state === 'disconnected'
  if (isNew) await lockQuota(tx, accountId, connectedAccountQuota)
  const id = before?.id ?? ctx.ids.mint('connectedAccount')
  tx.note({ subject: id })
  const now = ctx.clock.now()
  const values = {
    ...{ name: nameOf(made), handle: handleOf(made), state: 'connected' as const, problem: null },
    profile_url: plainText(connected.profileUrl, urlCharsMax),
    ...{ input: made.input, code: made.code },
    scopes: connected.scopes.slice(0, scopesMax).map((scope) => plainText(scope, nameCharsMax)),
    sealed: await sealedOf(ctx, id, connected),
    limits: connected.limits === undefined ? null : JSON.stringify(connected.limits),
    ...{ expires_at: connected.expiresAt, checked_at: now, not_before: null },
    ...{ refresh_lease: null, refresh_ends_at: null },
    ...(isNew ? { connected_at: now } : {}),
  }
  const row =
    before === undefined
      ? await insertConnectedAccount(tx, {
          ...{ id, account_id: accountId, channel, external_id: externalId, connected_at: now },
          ...values,
        })
      : await updateConnectedAccount(tx, id, values)
  await publishAccounts(tx, row)
  return row
}

async function sealedOf(
  { channelSecrets }: ChannelsCtx,
  id: ConnectedAccountId,
  { credentials }: Connected,
): Promise<string | null> {
  return credentials === null ? null : channelSecrets.seal(JSON.stringify(credentials), id)
}

function handleOf({ connected, channel }: NewlyConnected): string {
  return plainText(connected.handle, handleCharsMax).trim() || channelNames[channel]
}

function nameOf(made: NewlyConnected): string {
  return plainText(made.connected.name, nameCharsMax).trim() || handleOf(made)
}
