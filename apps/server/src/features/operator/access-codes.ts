import type { AccessCodeId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { AccessCode } from '@gridloom/contract/operator/access-code'
import type { Ctx } from '../../platform/ctx.ts'
import {
  accessCodeHash,
  insertCode,
  operatorOf,
  revokeCode,
  selectAccessCodes,
} from '../accounts/index.ts'

/** All access codes, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listAccessCodes(ctx: Ctx): Promise<AccessCode[]> {
  operatorOf(ctx)
  return selectAccessCodes(ctx.db)
}

interface NewAccessCode {
  label: string
  code?: string | undefined
  uses_max?: number | null | undefined
  expires_at?: string | null | undefined
}

/**
 * Creates an access code, with the operator's text or a random one (60 bits). Only its hash is stored.
 * @throws Refused `unauthorized`, `forbidden`; `state_conflict` when a code with this text exists; `invalid_input` when
 * it would have expired already
 */
export async function makeAccessCode(
  ctx: Ctx,
  input: NewAccessCode,
): Promise<{ code: string; access_code: AccessCode }> {
  operatorOf(ctx)
  const now = ctx.clock.now()
  const expiresAt = typeof input.expires_at === 'string' ? new Date(input.expires_at) : null
  if (expiresAt !== null && expiresAt <= now) {
    throw new Refused('invalid_input', { fields: { expires_at: 'Choose a time in the future' } })
  }
  const code = input.code ?? madeCode(ctx.ids.secret())
  const made = await ctx.transact(async (tx) => {
    const id = ctx.ids.mint('accessCode')
    tx.note({ subject: id })
    return insertCode(tx, {
      id,
      hash: accessCodeHash(code),
      label: input.label,
      uses_max: input.uses_max ?? null,
      expires_at: expiresAt,
      revoked_at: null,
      created_at: now,
    }).then(refuseTaken)
  })
  return { code, access_code: made }
}

/** Revokes an access code; accounts that used it keep their access. @throws Refused `forbidden`, `not_found` */
export async function revokeAccessCode(ctx: Ctx, id: AccessCodeId): Promise<AccessCode> {
  operatorOf(ctx)
  const revoked = await ctx.transact((tx) => revokeCode(tx, id, ctx.clock.now()))
  if (revoked === undefined) {
    throw new Refused('not_found', { details: { what: 'access code' } })
  }
  return revoked
}

function refuseTaken(made: AccessCode | undefined): AccessCode {
  if (made !== undefined) return made
  throw new Refused('state_conflict', {
    details: { what: 'access code', state: 'already present' },
    fields: { code: 'This code already exists' },
  })
}

/** Twelve characters in groups of four, from the 32 of Crockford's Base32, which are hard to confuse. */
function madeCode(secret: string): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const signs = [...Buffer.from(secret, 'base64url').subarray(0, 12)]
  const text = signs.map((byte) => alphabet.charAt(byte % 32)).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}
