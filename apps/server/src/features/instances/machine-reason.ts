import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { limits } from '@gridloom/contract/core/constants'
import type { ReasonCode } from '@gridloom/contract/instances/instance'
import type { InstanceRow } from './schema.ts'

/**
 * A machine's reason as it is kept: our sentence for its code, which may stand in notices and mails, and beside it the
 * machine's own words, which are shown on the instance alone and marked as what they are.
 */
export function machineReason(
  reason: NonNullable<InstanceReport['reason']>,
): NonNullable<InstanceRow['reason']> {
  const { code, text, exit_code } = reason
  const machineSays = text.trim()
  return {
    code,
    text: sentences[code],
    exit_code,
    machine_says: machineSays === '' ? null : machineSays,
  }
}

const sentences: Readonly<Record<ReasonCode, string>> = {
  image_not_found: 'There is no such image.',
  registry_unreachable: 'The machine could not reach the registry of the image.',
  registry_denied: 'The registry did not give the image out.',
  image_archive_broken: 'The archive of the image is broken.',
  image_too_large: `The image is too large: it may take ${limits.imageUnpackedGbMax} GB unpacked.`,
  create_refused: 'The machine could not make the container.',
  start_failed: 'The container could not be started.',
  start_script_failed: 'Its start script failed.',
  readiness_timeout: 'It was not ready in time.',
  exited: 'Its program ended.',
  out_of_memory: 'It ran out of memory.',
  disk_full: 'Its disk is full.',
  not_isolated: 'The machine lost part of its isolation. It starts the instance once that is back.',
  gpu_missing: 'The machine could not give it its GPU.',
  engine_unreachable: 'The container engine of its machine does not answer.',
  machine_silent: 'Its machine was silent.',
  balance_exhausted: 'The balance ran out.',
  key_budget_exhausted: 'The budget of the API key that ordered it is used up.',
  stopped_by_renter: 'It was stopped.',
  restarted_by_renter: 'It was started anew.',
  disk_lost: 'Its container is gone from the machine, and its disk with it.',
  disk_expired: 'Its disk was kept as long as was promised.',
  machine_removed: 'Its machine left the market.',
  stop_overdue: 'Its machine took too long to end it.',
}
