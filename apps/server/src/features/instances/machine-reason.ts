import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { limits } from '@gridloom/contract/core/constants'
import type { ReasonCode } from '@gridloom/contract/instances/instance'
import { awaitingText } from './interruptions/awaiting.ts'
import type { InstanceRow } from './schema.ts'

/**
 * The stored form of a machine's reason: our text for its code, which may appear in notices and emails, and the
 * machine's own text, which is shown on the instance alone and marked as such.
 */
export function machineReason(
  reason: NonNullable<InstanceReport['reason']>,
): NonNullable<InstanceRow['reason']> {
  const { code, text, exit_code } = reason
  const machineSays = text.trim()
  return {
    code,
    text: reasonSentences[code],
    exit_code,
    machine_says: machineSays === '' ? null : machineSays,
  }
}

/** Our text for each reason. */
export const reasonSentences: Readonly<Record<ReasonCode, string>> = {
  image_not_found: 'The image does not exist.',
  registry_unreachable: 'The machine could not reach the image’s registry.',
  registry_denied: 'The registry denied access to the image.',
  registry_login_refused: 'The registry did not accept the login of the template.',
  registry_rate_limited: 'The registry limits how often the machine may pull images.',
  image_wrong_platform: 'The image is for another kind of processor.',
  image_archive_broken: 'The image archive is corrupt.',
  build_failed: 'The machine could not build the image.',
  build_timeout: 'Building the image took too long.',
  snapshot_base_changed:
    'The machine has another image of this name than the one that the snapshot was taken of.',
  snapshot_broken: 'The snapshot could not be unpacked.',
  image_too_large: `The image is too large. The limit is ${limits.imageUnpackedGbMax} GB unpacked.`,
  create_refused: 'The machine could not create the container.',
  start_failed: 'The container could not be started.',
  start_script_failed: 'The start script failed.',
  readiness_timeout: 'The readiness check did not pass in time.',
  exited: 'The program ended.',
  out_of_memory: 'It ran out of memory.',
  disk_full: 'The disk is full.',
  not_isolated:
    'The machine lost part of its isolation. It starts the instance once isolation is restored.',
  gpu_missing: 'The machine could not provide the GPU.',
  engine_unreachable: 'The machine’s container engine is not responding.',
  machine_silent: 'The machine was offline.',
  balance_exhausted: 'The balance ran out.',
  project_budget_exhausted: 'The budget of its project is used up.',
  account_budget_exhausted: 'The budget of the account is used up.',
  key_budget_exhausted: 'The budget of the API key that ordered it is used up.',
  instance_budget_exhausted: 'Its budget is used up.',
  stopped_by_renter: 'It was stopped.',
  restarted_by_renter: 'It was restarted.',
  disk_lost: 'The container and its disk no longer exist on the machine.',
  disk_expired: 'The retention period of the disk ended.',
  machine_restarted: 'The machine restarted, and the restart policy of the instance is never.',
  machine_removed: 'The machine left the market.',
  interrupted: 'Its slots went to an order at the full price, or to a higher bid.',
  awaiting_slots: awaitingText,
  stop_overdue: 'The machine took too long to stop it.',
  reservation_ended: 'Its reservation ended.',
  stop_time_reached: 'Its stop time was reached.',
  run_time_reached: 'It had run for as long as it was set to.',
  idle: 'It was idle, and nobody was connected.',
  stopped_by_schedule: 'Its schedule stopped it.',
}
