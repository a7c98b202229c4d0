import { createHmac, timingSafeEqual } from 'node:crypto'
import { otpLength, otpLifeS } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { transact } from '../../platform/database/transact.ts'
import { sharedSecret } from '../../platform/shared-secret.ts'
import {
  type CodePurpose,
  type CodeStage,
  putCode,
  type StoredCode,
  takeCodeTry,
} from './one-time-codes-store.ts'

/** A code that matched. */
export interface MatchedCode extends StoredCode {
  readonly hash: string
}

interface Wanted {
  emailKey: string
  accountId: AccountId | null
  purpose: CodePurpose
}

/**
 * Creates the code of an address and replaces the previous one. Only a keyed hash is stored, as six digits can be
 * guessed from a plain hash at once (ASVS 5.0, 6.5.2). When no code may be sent, the same work is done and no code is
 * valid.
 */
export async function createCode(
  ctx: Pick<Ctx, 'clock' | 'ids'>,
  tx: Tx,
  { emailKey, accountId, purpose }: Wanted,
): Promise<string> {
  const text = ctx.ids.digits(otpLength)
  const sentAt = ctx.clock.now()
  const expiresAt = new Date(sentAt.getTime() + otpLifeS * 1_000)
  const hash = hashCode(await codeKey(ctx, tx), { emailKey, purpose, sentAt, text })
  const kept = purpose === 'none' ? null : hash
  await putCode(tx, { emailKey, accountId, purpose, hash: kept, sentAt, expiresAt })
  return text
}

/**
 * Compares the entered code with the current one. The try is consumed first and in a transaction of its own, so that at
 * most five concurrent attempts are compared, and a wrong one counts although its request fails.
 * @throws Refused `code_wrong`, the same for a wrong, expired, used or replaced code and for an unknown address
 */
export async function checkCode(
  ctx: Pick<Ctx, 'clock' | 'ids' | 'db'>,
  { emailKey, text, stage }: { emailKey: string; text: string; stage: CodeStage },
): Promise<MatchedCode> {
  const { key, code } = await transact(ctx.db, async (tx) => ({
    key: await codeKey(ctx, tx),
    code: await takeCodeTry(tx, { emailKey, stage, now: ctx.clock.now() }),
  }))
  const { purpose, sentAt, hash } = code ?? nothingSent
  const typed = hashCode(key, { emailKey, purpose, sentAt, text: text.trim() })
  const isSame = timingSafeEqual(bytesOf(typed), bytesOf(hash ?? typed))
  if (code === undefined || hash === null || !isSame) throw new Refused('code_wrong')
  return { ...code, hash }
}

const nothingSent = { purpose: 'none', sentAt: new Date(0), hash: null } as const

interface Hashed {
  emailKey: string
  purpose: CodePurpose
  sentAt: Date
  text: string
}

/** Hashes a code together with its address, purpose and time, so that equal codes have different hashes. */
function hashCode(key: string, { emailKey, purpose, sentAt, text }: Hashed): string {
  return createHmac('sha256', key)
    .update([emailKey, purpose, sentAt.getTime(), text].join('\n'))
    .digest('hex')
}

/** The key shared by all replicas, created at first use. */
function codeKey({ ids, clock }: Pick<Ctx, 'clock' | 'ids'>, tx: Tx): Promise<string> {
  return sharedSecret(tx, {
    name: 'one-time-codes',
    candidate: ids.secret(),
    createdAt: clock.now(),
  })
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, 'hex')
}
