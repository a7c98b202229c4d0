import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import type { SshKey } from '@gridloom/contract/keys/ssh-key'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import type { AllFeatures } from '../../../platform/feature.ts'
import { requireVerified } from '../../accounts/index.ts'
import { type PublicKey, parseSshKey } from './parse-ssh-key.ts'
import { sshKeyView } from './ssh-key-view.ts'
import { insertSshKey, lockListOf, renameSshKey, type StoredSshKey } from './ssh-keys-store.ts'

const nameCharsMax = 80

export interface NewSshKey {
  ssh_key: string
  name?: string | undefined
}

/**
 * Stores a public key of the user; their running instances accept it within seconds. Adding a stored key again only
 * renames it.
 * @throws Refused `invalid_input`, `email_unverified`, `limit_reached`
 */
export async function addSshKey(
  ctx: Ctx,
  wanted: NewSshKey,
  all: Pick<AllFeatures, 'runHooks'>,
): Promise<SshKey> {
  const accountId = userOf(ctx)
  const key = parseSshKey(wanted.ssh_key)
  if ('problem' in key) throw new Refused('invalid_input', { fields: { ssh_key: key.problem } })
  return ctx.transact(async (tx) => {
    await requireVerified(tx.db, accountId)
    const before = await lockListOf(tx, accountId)
    const known = before.find(({ fingerprint }) => fingerprint === key.fingerprint)
    const name = nameOf(wanted, key, known)
    tx.note({ subject: known?.id ?? key.fingerprint })
    if (known !== undefined) {
      await renameSshKey(tx, known.id, name)
      return sshKeyView({ ...known, name })
    }
    refuseTooMany(before.length)
    const added = newRow(ctx, { key, name })
    await insertSshKey(tx, { ...added, account_id: accountId })
    await all.runHooks('ssh_keys.changed', ctx, tx, { userId: accountId })
    return sshKeyView({ ...added, account_id: accountId })
  })
}

/** The name of a key: the requested one, else its current one, else its comment. */
function nameOf(wanted: NewSshKey, key: PublicKey, known: StoredSshKey | undefined): string {
  const name = printable(wanted.name ?? '')
  if (name !== '') return name
  return known?.name ?? (printable(key.comment) || key.type)
}

/** Reduces a text to one line without terminal control characters. */
function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, nameCharsMax)
}

function refuseTooMany(count: number): void {
  if (count < limits.sshKeysPerAccount) return
  throw new Refused('limit_reached', {
    details: { max: limits.sshKeysPerAccount, what: 'SSH keys' },
  })
}

function newRow(ctx: Ctx, { key, name }: { key: PublicKey; name: string }) {
  return {
    id: ctx.ids.mint('sshKey'),
    name,
    type: key.type,
    bits: key.bits,
    fingerprint: key.fingerprint,
    public_key: key.line,
    created_at: ctx.clock.now(),
  }
}
