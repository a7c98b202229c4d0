import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import { isSameComputer } from '@gridloom/domain/same-computer'
import type { Tx } from '../../platform/ctx.ts'
import { decideEnrolment, type EnrolmentVerdict } from './decide-enrolment.ts'
import { findAlike, lockEnrolments } from './fingerprints-store.ts'

/** Decides whether a computer becomes a new machine or is one already. @throws Refused computer_enrolled */
export async function identifyComputer(
  tx: Tx,
  of: { fingerprint: Fingerprint | undefined; accountId: AccountId; now: Date },
): Promise<Exclude<EnrolmentVerdict, { kind: 'taken' }>> {
  const { fingerprint } = of
  if (fingerprint === undefined) return { kind: 'new', before: [] }
  await lockEnrolments(tx)
  const alike = await findAlike(tx, fingerprint)
  const earlier = alike.filter((known) => isSameComputer(known.fingerprint, fingerprint))
  const verdict = decideEnrolment(earlier, of)
  // The error is the same for every other account and discloses none.
  if (verdict.kind === 'taken') throw new Refused('computer_enrolled')
  return verdict
}
