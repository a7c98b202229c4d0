import type { BackupFailure } from '@gridloom/contract/backups/backup'

/** What went wrong and what to do, in notices. */
export const failureTexts: Record<BackupFailure, string> = {
  instance_not_running: 'The instance did not run at the time.',
  volume_not_attached: 'No running instance had the volume at the time.',
  machine_offline: 'The machine is offline.',
  not_supported:
    'The instance has no backup program: its toolbox is older. Move it or create it again to get one.',
  interrupted: 'The instance, its machine or the server stopped meanwhile.',
  timed_out: 'It took longer than 24 hours.',
  wrong_password: 'The repository has another password.',
  repository_unreachable: 'The bucket could not be reached, or refused access.',
  storage_full: 'The storage for backups is full.',
  storage_unpaid: 'The balance does not cover the storage of your backups. Add funds.',
  disk_full: 'The disk of the instance is full.',
  out_of_memory: 'The instance has too little memory for it.',
  path_missing: 'A path of the plan does not exist in the instance.',
  nothing_to_back_up: 'There are no files to back up.',
  target_not_empty: 'There were files in the target already.',
  secret_unreadable: 'This server cannot open the password of the plan. Ask the operator.',
  program_failed: 'The backup program failed; its message is shown with the run.',
}
