import type { BackupFailure } from './backup.ts'

/** What went wrong and what to do, in notices and on the page. */
export const backupFailureTexts: Readonly<Record<BackupFailure, string>> = {
  instance_not_running: 'The instance did not run at the time.',
  volume_not_attached:
    'No running instance had the volume at the time, and the agent of its machine is too old to use it without one.',
  volume_unavailable: 'The volume is deleted, not paid, or not on its machine.',
  bucket_needs_instance:
    'No running instance had the volume at the time: a bucket of your own is reached through one.',
  machine_offline: 'The machine is offline.',
  not_supported:
    'There is no backup program. Create the instance again, or move it, to get one; a machine gets one within minutes.',
  interrupted: 'The instance, its machine or the server stopped meanwhile.',
  timed_out: 'It took longer than 24 hours.',
  wrong_password: 'The repository has another password.',
  repository_unreachable: 'The bucket can’t be reached, or refused access.',
  storage_full: 'The storage for backups is full.',
  storage_unpaid: 'The balance does not cover your backups. Add funds.',
  disk_full: 'The disk of the instance, or the volume, is full.',
  out_of_memory: 'There was too little memory for the backup program.',
  path_missing: 'A path of the plan does not exist.',
  nothing_to_back_up: 'There are no files to back up.',
  target_not_empty:
    'There are files in the target already. Allow to replace them, or choose another folder.',
  secret_unreadable: 'This server can’t open the password. Ask the operator.',
  program_failed: 'The backup program failed. Its message is shown with the run.',
}
