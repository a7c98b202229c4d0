import type { Clock } from '@gridloom/async/clock'
import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { countStatement } from '@gridloom/contract/agent/usage'
import type { Signer } from '../workload.ts'

/** Signs what a report says that the instance was counted for: receipts prove with it what the machine counted. */
export function signCount(
  report: InstanceReport,
  { signer, clock }: { signer: Signer; clock: Pick<Clock, 'now'> },
): InstanceReport {
  const at_ms = clock.now().getTime()
  const { instance_id, ready_s, stopped_s } = report
  const running_s = report.running_s ?? ready_s
  const statement = countStatement(signer.machineId, {
    ...{ instance_id, at_ms, ready_s, running_s, stopped_s },
  })
  return { ...report, count: { at_ms, signature: signer.sign(statement) } }
}
