import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import { isSameComputer } from '@gridloom/domain/same-computer'
import type { Tx } from '../../platform/ctx.ts'
import { findAlike, lockEnrolments } from './fingerprints-store.ts'
import { type EnrolmentVerdict, judgeEnrolment } from './judge-enrolment.ts'

/** Whether a computer becomes a machine, or goes on as the one that it is. @throws Refused computer_enrolled */
export async function judgeComputer(
  tx: Tx,
  of: { fingerprint: Fingerprint | undefined; accountId: AccountId; now: Date },
): Promise<Exclude<EnrolmentVerdict, { kind: 'taken' }>> {
  const { fingerprint } = of
  if (fingerprint === undefined) return { kind: 'new', before: [] }
  await lockEnrolments(tx)
  const alike = await findAlike(tx, fingerprint)
  const earlier = alike.filter((known) => isSameComputer(known.fingerprint, fingerprint))
  const verdict = judgeEnrolment(earlier, of)
  // The same text whoever it is: that somebody has it is all that may be learned.
  if (verdict.kind === 'taken') throw new Refused('computer_enrolled')
  return verdict
}
